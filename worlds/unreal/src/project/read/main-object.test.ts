import { type WrittenExport, writePackage } from '@worldwire/uasset/testing';
import { describe, expect, it } from 'vitest';
import { TempProject } from '../temp-project.test.js';

const CLASSES = ['World', 'BlueprintGeneratedClass', 'MetaData', 'ObjectRedirector', 'Material'];

function marked(name: string, className: string): WrittenExport {
  return { name, classIndex: -2 - CLASSES.indexOf(className), isAsset: true };
}

async function classOf(exports: readonly WrittenExport[]): Promise<string | undefined> {
  const project = new TempProject();
  const imports = [
    { name: '/Script/Engine', className: 'Package', classPackage: '/Script/CoreUObject' },
    ...CLASSES.map(name => ({ name, className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 })),
  ];
  project.write('Content/X.umap', writePackage({ imports, exports }));
  return (await (await project.open()).call('asset.list', {})).items[0]?.class;
}

const SCRIPT = marked('X_C', 'BlueprintGeneratedClass');

describe('the main object of a package', () => {
  it.each<[string, readonly WrittenExport[], string]>([
    ['the level, not the class of its script', [SCRIPT, marked('X', 'World')], 'World'],
    ['the level also where the file was renamed', [SCRIPT, marked('Y', 'World')], 'World'],
    ['the one with the name of the package', [marked('Y', 'World'), marked('X', 'Material')], 'Material'],
    [
      'a redirector, not the defaults of a class',
      [marked('Default__X_C', 'Material'), marked('X', 'ObjectRedirector')],
      'ObjectRedirector',
    ],
    ['a class where nothing else is marked', [SCRIPT], 'BlueprintGeneratedClass'],
    ['never what is said about others', [marked('X', 'MetaData'), SCRIPT], 'BlueprintGeneratedClass'],
    [
      'never values about others, even if only those are marked',
      [marked('X', 'MetaData'), { ...marked('Y', 'Material'), isAsset: false }],
      'Material',
    ],
    ['what is said about others where there is nothing else', [marked('X', 'MetaData')], 'MetaData'],
  ])('is %s', async (_what, exports, wanted) => {
    expect(await classOf(exports)).toBe(wanted);
  });
});
