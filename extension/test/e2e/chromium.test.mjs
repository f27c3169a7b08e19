import { openChromium } from '../bed/chromium.mjs';
import { runSuite } from '../bed/suite.mjs';

runSuite(openChromium);
