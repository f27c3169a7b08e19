import { openFirefox } from '../harness/firefox.mjs';
import { runSuite } from '../harness/suite.mjs';

runSuite(openFirefox);
