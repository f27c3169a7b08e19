import assert from 'node:assert/strict';
import test from 'node:test';
import { fileName } from '../../src/background/file-name.js';

/** @type {[name: string, title: string, format: string, want: string][]} */
const cases = [
  ['an ordinary title', 'The keeper of the north light', 'markdown', 'The keeper of the north light.md'],
  ['the format determines the extension', 'Data', 'json', 'Data.json'],
  ['plain text has the extension .txt', 'Data', 'text', 'Data.txt'],
  ['an unknown format gets the extension of Markdown', 'Data', 'docx', 'Data.md'],
  ['characters that Windows forbids', 'a<b>c:d"e/f\\g|h?i*j', 'markdown', 'a-b-c-d-e-f-g-h-i-j.md'],
  ['a path cannot leave its folder', '../../etc/passwd', 'markdown', 'etc-passwd.md'],
  ['a home directory is removed', '~/.ssh', 'markdown', '.ssh.md'.slice(1)],
  ['leading dots are removed', '...hidden', 'markdown', 'hidden.md'],
  ['trailing dots and spaces are removed', 'An end... . ', 'markdown', 'An end.md'],
  ['a device name of Windows', 'CON', 'markdown', 'CON-page.md'],
  ['a device name with an extension', 'aux.h', 'markdown', 'aux-page.h.md'],
  ['a device name before a space and a dot', 'nul .tar.gz', 'markdown', 'nul-page .tar.gz.md'],
  ['a device name with a superscript', 'COM¹', 'markdown', 'COM¹-page.md'],
  ['a word that begins like a device name', 'Console', 'markdown', 'Console.md'],
  ['an empty title', '', 'markdown', 'page.md'],
  ['a title without valid characters', '///', 'markdown', 'page.md'],
  ['consecutive white space becomes one space', 'a\u00a0\n\t\u3000b', 'markdown', 'a b.md'],
  ['control characters are removed', 'a\u0000b\u0007c\u007f', 'markdown', 'abc.md'],
  ['a right-to-left override cannot disguise the extension', 'report\u202efdp.exe', 'markdown', 'reportfdp.exe.md'],
  ['invisible characters are removed', 'a\u200bb\ufeffc', 'markdown', 'abc.md'],
  ['decomposed letters are composed', 'Cafe\u0301', 'markdown', 'Café.md'],
  ['a lone surrogate is removed', 'a\ud800b', 'markdown', 'ab.md'],
  ['an environment variable is not expanded', '%APPDATA%', 'markdown', 'APPDATA.md'],
];

for (const [name, title, format, want] of cases) {
  test(`file name: ${name}`, () => assert.equal(fileName(title, format), want));
}

test('file name: a long title is truncated to a number of bytes, at a grapheme boundary', () => {
  const family = '👨‍👩‍👧‍👦';
  const name = fileName(family.repeat(40), 'markdown');
  assert.ok(Buffer.byteLength(name) <= 184, `${Buffer.byteLength(name)} bytes`);
  assert.doesNotThrow(() => encodeURIComponent(name)); // throws for a lone surrogate
});

test('file name: any title gives a name that is valid on every file system', () => {
  let seed = 7;
  const random = (/** @type {number} */ below) => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 3000; round++) {
    const title = String.fromCharCode(...Array.from({ length: random(60) }, () => random(random(2) ? 128 : 65536)));
    const name = fileName(title, 'markdown');
    assert.match(name, /^[^.\s\-].*\.md$/u, JSON.stringify(title));
    assert.doesNotMatch(name, /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}]/u, JSON.stringify(title));
    assert.ok(Buffer.byteLength(name) <= 200);
  }
});
