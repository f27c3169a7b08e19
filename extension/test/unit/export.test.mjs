import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root } from '../harness/registration.mjs';
import { toCsv, toJson } from '../../src/dashboard/export.js';

const stats = JSON.parse(fs.readFileSync(path.join(root, 'internal/protocol/testdata/result-stats.json'), 'utf8')).result;

test('export: the CSV has a row for each statistic, equally many columns, and quotes where needed', () => {
  const odd = { ...stats, lowQualityDomains: [{ domain: 'a,"b"', count: 1, avgQuality: 0.2 }] };
  const lines = toCsv(odd).split('\r\n');
  assert.equal(lines.pop(), '');
  assert.equal(lines.length, 1 + 1 + 2 + 2 + 1 + 1 + 4 + 1);
  assert.equal(lines[0], 'about,name,count,percent,quality,confidence,characters,ms,p50,p90,p99,fallbacks');
  assert.ok(lines.includes('source,blocks,32,78,0.91,0.94,6120,38.2,,,,'));
  assert.ok(lines.includes('low quality,"a,""b""",1,,0.2,,,,,,,'));
  for (const line of lines) assert.equal(line.replace(/"([^"]|"")*"/g, 'x').split(',').length, 12, line);
});

test('export: a host name that looks like a formula is a text in the CSV', () => {
  for (const domain of ['=cmd|x.example', '+1.example', '-1.example', '@sum.example']) {
    const odd = { ...stats, lowQualityDomains: [{ domain, count: 1, avgQuality: 0.2 }], fallbackByDomain: [{ domain, count: 1 }] };
    assert.equal(toCsv(odd).split(`,'${domain},`).length, 3, domain);
  }
});

test('export: the JSON equals the host’s answer', () => {
  assert.deepEqual(JSON.parse(toJson(stats)), stats);
});
