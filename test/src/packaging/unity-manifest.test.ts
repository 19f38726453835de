import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './root.js';

const PACKAGE = join(ROOT, 'bridges/unity/package');
/** Types of the modules of Unity that a project can switch off. */
const MODULES: readonly (readonly [module: string, types: RegExp])[] = [
  ['ai', /\bNavMesh\w*[.(]/],
  ['animation', /\bGetComponent<Anima(tor|tion)>/],
  ['imageconversion', /\bImageConversion\./],
  ['imgui', /\bGUI(Layout)?\./],
  ['jsonserialize', /\bJsonUtility\./],
  ['physics', /\bPhysics\.\w+\(/],
  ['physics2d', /\bPhysics2D\.\w+\(/],
  ['screencapture', /\bScreenCapture\.\w+\(/],
  ['terrain', /\bTerrain\./],
  ['tilemap', /<Tilemap>/],
  ['ui', /\bGetComponent<Canvas>/],
];

/** Without what is compiled only beside another package, which has its own dependencies. */
function sources(): string {
  return readdirSync(PACKAGE, { recursive: true, encoding: 'utf8' })
    .filter(path => /^(Runtime|Editor)[\\/].*\.cs$/.test(path) && !/UGui|InputSystem/.test(path))
    .map(path => readFileSync(join(PACKAGE, path), 'utf8'))
    .join('\n')
    .replaceAll(/"[^"\n]*"/g, '""');
}

it('the package for Unity depends on the modules whose types its code names, and on nothing else', () => {
  const text = sources();
  const used = MODULES.filter(([, types]) => types.test(text)).map(
    ([module]) => `com.unity.modules.${module}`,
  );
  const { dependencies } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  expect(Object.keys(dependencies)).toEqual(used);
});
