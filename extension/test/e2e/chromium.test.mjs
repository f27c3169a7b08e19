import { openChromium } from '../harness/chromium.mjs';
import { runSuite } from '../harness/suite.mjs';

runSuite(openChromium);
