/** Runs Mozilla's linter on the packed extension. Errors fail, warnings are printed. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
// @ts-expect-error: the package has no types
import linter from 'addons-linter';
import { pack } from './pack.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pulltab-lint-'));
const { archive } = pack('firefox', folder);
const run = linter.createInstance({ config: { _: [archive], logLevel: 'fatal', output: 'none', stack: false, metadata: false, pretty: false, disableXpiAutoclose: false }, runAsBinary: false });
await run.run();
const { errors, warnings } = run.output;
for (const { code, message, file } of [...errors, ...warnings]) process.stderr.write(`${file ?? 'manifest'}: ${code}: ${message}\n`);
process.stdout.write(`addons-linter: ${errors.length} errors, ${warnings.length} warnings\n`);
fs.rmSync(folder, { recursive: true });
process.exitCode = errors.length > 0 ? 1 : 0;
