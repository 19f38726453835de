import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSignatures } from './check-signatures.js';
import { BRIDGE, EDITOR_ASSEMBLIES, sourcesOf } from './compile.js';
import { wrongMetas } from './metas.js';

const TYPES = dirname(createRequire(import.meta.url).resolve('unity-types/package.json'));
const package_ = EDITOR_ASSEMBLIES.filter(({ name }) => name.startsWith('Worldwire.')).flatMap(sourcesOf);

describe('the package for Unity', () => {
  // WORLDWIRE_WRITE_METAS=1 writes them.
  it('has a .meta file for each file and folder, with a GUID that follows from its path', () => {
    expect(wrongMetas(process.env.WORLDWIRE_WRITE_METAS === '1')).toEqual([]);
  });

  it('makes no code at run time, so that it works in players of IL2CPP', () => {
    for (const path of package_) {
      const text = readFileSync(join(BRIDGE, path), 'utf8');
      expect(text, path).not.toMatch(
        /Reflection\.Emit|\bdynamic\b|DynamicMethod|Expression\.Compile|Assembly\.Load/,
      );
    }
  });

  it('uses no member that Unity 6000.5 does not have any more', () => {
    for (const path of package_)
      expect(readFileSync(join(BRIDGE, path), 'utf8'), path).not.toContain('GetInstanceID');
  });

  it('uses the editor only in the assembly of the editor, or where it is compiled', () => {
    for (const path of package_.filter(each => !each.startsWith('package/Editor'))) {
      const text = readFileSync(join(BRIDGE, path), 'utf8').replace(/#if UNITY_EDITOR[\s\S]*?#endif/g, '');
      expect(text, path).not.toContain('UnityEditor');
    }
  });
});

describe('the shim of Unity', () => {
  it('has only members that Unity declares, in the types that unity-types covers', async () => {
    const { known, unknown, uncovered } = await checkSignatures(TYPES);
    expect(unknown).toEqual([]);
    expect(known).toBeGreaterThan(500);
    for (const type of uncovered)
      expect(type).toMatch(
        /^(UnityEditor|UnityEngine\.(UI|EventSystems|AI|Tilemaps|Events))\.|^UnityEngine\./,
      );
  });
});
