// Counts the tokens of the texts in a JSON file with js-tiktoken. Prints a line
// for each: hash (FNV-1a 64), count in o200k_base, count in cl100k_base.
import { readFileSync } from 'node:fs';
import { getEncoding } from 'js-tiktoken';

const fnv1a = (text) => {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
};

const encodings = ['o200k_base', 'cl100k_base'].map((name) => getEncoding(name));
for (const text of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
  const counts = encodings.map((e) => e.encode(text, [], []).length);
  console.log([fnv1a(text), ...counts].join(' '));
}
