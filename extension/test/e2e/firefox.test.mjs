import { openFirefox } from '../bed/firefox.mjs';
import { runSuite } from '../bed/suite.mjs';

runSuite(openFirefox);
