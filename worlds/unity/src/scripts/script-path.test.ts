/// <reference types="vitest/importMeta" />
import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptPath } from './script-path.js';

const ROOT = '/data/Scripts';
const WINDOWS = 'C:\\data\\Scripts';
const NUL = String.fromCharCode(0);

/** Spellings of places that are not scripts of the folder. */
export const REFUSED: readonly string[] = [
  // Upwards.
  '..',
  '../',
  '../a.cs',
  '../../a.cs',
  '../../../../../../etc/passwd.cs',
  'a/../../b.cs',
  'a/../b.cs',
  './a.cs',
  'a/./b.cs',
  '.',
  './..',
  '.../a.cs',
  '..../a.cs',
  '. ./a.cs',
  '.. /a.cs',
  ' ../a.cs',
  '..;/a.cs',
  '..\\a.cs',
  '..\\..\\a.cs',
  'a\\..\\..\\b.cs',
  '..\\/a.cs',
  '../\\a.cs',
  '../Scripts/a.cs',
  '../Scripts2/a.cs',
  // With letters that some systems leave out or replace.
  'start\u00adup.cs',
  'startup\ufe0f.cs',
  'start\u034fup.cs',
  'startup\u115f.cs',
  '\u017ftartup.cs',
  '\ufb06artup.cs',
  'startup\uff0ecs',
  // From the root, elsewhere.
  '/',
  '/a.cs',
  '/etc/passwd',
  '/etc/cron.d/a.cs',
  '//a.cs',
  '//server/share/a.cs',
  '///a.cs',
  '/data/a.cs',
  '/data/Scripts',
  '/data/Scripts/',
  '/data/Scripts2/a.cs',
  '/data/Scriptsa.cs',
  '/data/scripts/a.cs',
  '/DATA/Scripts/a.cs',
  '/data/Scripts/../a.cs',
  '/data/Scripts/../Scripts/a.cs',
  '/data/Scripts//a.cs',
  '/data/Scripts/./a.cs',
  '/data/./Scripts/a.cs',
  '/data//Scripts/a.cs',
  '/proc/self/environ.cs',
  '/dev/stdin.cs',
  '\\a.cs',
  '\\\\a.cs',
  '\\\\server\\share\\a.cs',
  '\\\\?\\C:\\a.cs',
  '\\\\.\\C:\\a.cs',
  '\\\\.\\pipe\\a.cs',
  '\\??\\C:\\a.cs',
  'C:\\a.cs',
  'c:\\Windows\\a.cs',
  'C:/a.cs',
  'C:a.cs',
  'C:..\\a.cs',
  'Z:\\a.cs',
  '~/a.cs',
  '~root/a.cs',
  '~',
  'file:///etc/passwd.cs',
  'file://a.cs',
  'http://example.org/a.cs',
  'unity://console/a.cs',
  // Encoded, once and twice.
  '%2e%2e/a.cs',
  '%2e%2e%2fa.cs',
  '%2E%2E%2Fa.cs',
  '..%2fa.cs',
  '..%2Fa.cs',
  '..%5ca.cs',
  '%2e%2e%5ca.cs',
  '%252e%252e%252fa.cs',
  '..%252fa.cs',
  '%c0%ae%c0%ae/a.cs',
  '%c0%ae%c0%ae%c0%afa.cs',
  '..%c0%afa.cs',
  '..%u2216a.cs',
  '%uff0e%uff0e/a.cs',
  '%00.cs',
  'a.cs%00',
  'a.cs%00.txt',
  '&#46;&#46;/a.cs',
  '\\u002e\\u002e/a.cs',
  // Characters that mean something else, or nothing to see.
  `a${NUL}.cs`,
  `a.cs${NUL}`,
  `a.cs${NUL}.txt`,
  `..${NUL}/a.cs`,
  'a\n.cs',
  'a\r\n.cs',
  'a\t.cs',
  'a\u007f.cs',
  'a\u0085.cs',
  'a\u2028.cs',
  '\u202ea.cs',
  'a\u200b.cs',
  '\ufeffa.cs',
  'a\u00a0.cs',
  '\ud800.cs',
  '．．/a.cs',
  '‥/a.cs',
  '..／a.cs',
  '..∕a.cs',
  '..⁄a.cs',
  '..＼a.cs',
  'ａ.cs',
  'a．cs',
  'a*.cs',
  'a?.cs',
  'a|b.cs',
  'a<b.cs',
  'a>b.cs',
  'a"b.cs',
  'a:b.cs',
  'a.cs:stream',
  'a.cs::$DATA',
  '$HOME/a.cs',
  '$(id).cs',
  '`id`.cs',
  '{a,b}.cs',
  // Devices.
  'CON',
  'CON.cs',
  'con.cs',
  'Con.cs',
  'PRN.cs',
  'AUX.cs',
  'NUL.cs',
  'nul.cs',
  'NUL .cs',
  'NUL.x.cs',
  'COM1.cs',
  'com9.cs',
  'COM0.cs',
  'COM¹.cs',
  'LPT1.cs',
  'lpt9.cs',
  'CONIN$.cs',
  'CONOUT$.cs',
  'CLOCK$.cs',
  'sub/nul.cs',
  'nul/a.cs',
  'aux.folder/a.cs',
  // Dots and spaces at the ends.
  'a.cs.',
  'a.cs..',
  'a.cs ',
  'a.cs. ',
  ' a.cs',
  '.a.cs',
  '.cs',
  ' .cs',
  'sub /a.cs',
  'sub./a.cs',
  '.sub/a.cs',
  '.git/a.cs',
  // What commands take for options.
  '-a.cs',
  '--help.cs',
  '-rf/a.cs',
  'sub/-a.cs',
  // Not a script.
  '',
  ' ',
  'a',
  'a.js',
  'a.csx',
  'a.c',
  'acs',
  'a.CS',
  'a.Cs',
  'a.cs.exe',
  'a.cs.txt',
  'a.cs~',
  'a.cs/',
  'a.cs\\',
  'a.cs/..',
  'a.cs/.',
  'sub/',
  'sub//a.cs',
  '/sub/a.cs',
  'mcp.config.json',
  '../mcp.config.json',
  // Too much.
  `${'a'.repeat(201)}.cs`,
  `${'a'.repeat(100_000)}.cs`,
  `${'ä'.repeat(120)}.cs`,
  `${'a/'.repeat(8)}a.cs`,
  `${'a/'.repeat(5_000)}a.cs`,
  `${'../'.repeat(1_000)}etc/a.cs`,
];

/** Spellings of scripts. */
const TAKEN: readonly (readonly [string, readonly string[]])[] = [
  ['a.cs', ['a.cs']],
  ['mcp-test.cs', ['mcp-test.cs']],
  ['startup.disabled.cs', ['startup.disabled.cs']],
  ['My Script (2).cs', ['My Script (2).cs']],
  ['größe.cs', ['größe.cs']],
  ['脚本.cs', ['脚本.cs']],
  ['sub/a.cs', ['sub', 'a.cs']],
  ['a/b/c/d/e/f/g/h.cs', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h.cs']],
  ['/data/Scripts/a.cs', ['a.cs']],
  ['/data/Scripts/sub/a.cs', ['sub', 'a.cs']],
  ['console.cs', ['console.cs']],
  ['com10.cs', ['com10.cs']],
  ['null.cs', ['null.cs']],
];

// The folder's tests take the table from here; these claims are stated only when this is the file under test.
if (import.meta.vitest) {
  describe('scriptPath', () => {
    it('is asked more than a hundred times for what it must refuse', () => {
      expect(new Set(REFUSED).size).toBeGreaterThanOrEqual(150);
    });

    it.each(REFUSED.map(path => [JSON.stringify(path).slice(0, 60), path]))('refuses %s', (_, path) => {
      expect(scriptPath(path, [ROOT], '/')).toMatchObject({ ok: false, reason: expect.any(String) });
      expect(scriptPath(path, [WINDOWS], '\\')).toMatchObject({ ok: false });
    });

    it.each(TAKEN)('takes %s', (path, names) => {
      expect(scriptPath(path, [ROOT], '/')).toEqual({ ok: true, names });
    });

    it('takes both slashes, and the folder by its name, on Windows', () => {
      expect(scriptPath('sub\\a.cs', [WINDOWS], '\\')).toEqual({ ok: true, names: ['sub', 'a.cs'] });
      expect(scriptPath('sub/a.cs', [WINDOWS], '\\')).toEqual({ ok: true, names: ['sub', 'a.cs'] });
      expect(scriptPath(`${WINDOWS}\\a.cs`, [WINDOWS], '\\')).toEqual({ ok: true, names: ['a.cs'] });
      expect(scriptPath(`${WINDOWS}\\..\\a.cs`, [WINDOWS], '\\')).toMatchObject({ ok: false });
    });

    it('takes nothing that leads out of the folder, whatever it is made of', () => {
      const part = fc.oneof(
        fc.constantFrom('..', '.', '/', '\\', '%2e', '~', 'C:', ROOT, NUL, ' ', 'a', '.cs', 'sub', '//', ':'),
        fc.string({ maxLength: 4 }),
      );
      const path = fc.array(part, { maxLength: 8 }).map(parts => `${parts.join('')}.cs`);
      fc.assert(
        fc.property(path, asked => {
          const read = scriptPath(asked, [ROOT], '/');
          if (!read.ok) return;
          for (const { join, sep } of [posix, win32]) {
            const root = sep === '/' ? ROOT : WINDOWS;
            const place = join(root, ...read.names);
            expect(place.startsWith(root + sep)).toBe(true);
            expect(place.slice(root.length + 1).split(sep)).toEqual(read.names);
          }
        }),
        { numRuns: 2_000 },
      );
    });
  });
}
