import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileDemo } from './compile.js';
import { readUsed, UnityApi, type UsedMember } from './unity-api.js';

const ASSEMBLIES = ['Worldwire.Bridge.dll', 'Worldwire.Bridge.UGui.dll', 'Worldwire.Bridge.InputSystem.dll'];
/** Of modules and packages that unity-types does not declare: they are compared with nothing but the shim. */
const UNDECLARED =
  /^UnityEngine\.(?:(?:UI|EventSystems|AI|Tilemaps)\.|Anim|RuntimeAnim|Canvas|Event$|ImageConversion$|RectTransformUtility$|InputSystem\.Utilities\.)/;

describe('the API of Unity that the bridge uses', () => {
  const api = new UnityApi(createRequire(import.meta.url).resolve('unity-types/package.json'));
  let used: UsedMember[];
  beforeAll(async () => {
    const folder = await compileDemo();
    const paths = ASSEMBLIES.map(name => join(folder, name));
    const { stdout } = await promisify(execFile)('mono', [join(folder, 'UsedApi.exe'), ...paths]);
    used = stdout.trim().split('\n').map(readUsed);
  });

  it('is declared by Unity with the same parameters and types as in the shim', () => {
    const checked = used.filter(
      ({ type, name }) => api.has(type) && !(type.includes('.Controls.') && name === 'ReadValue'),
    );
    expect(checked.length).toBeGreaterThan(200);
    expect(checked.map(each => api.fault(each)).filter(fault => fault !== undefined)).toEqual([]);
  });

  it('has types that Unity declares, except for those of modules that are not declared', () => {
    const types = new Set(
      used.filter(({ type }) => !api.has(type) && !UNDECLARED.test(type)).map(({ type }) => type),
    );
    expect([...types]).toEqual([]);
  });
});
