import { writePackage } from '@worldwire/uasset/testing';
import { describe, expect, it } from 'vitest';
import type { ObjectNode } from '../../port/operations.js';
import { type OpenedProject, TempProject } from '../temp-project.test.js';

const ROOT = '/Game/SimpleRefs/SimpleRefsRoot';
const VERSIONS = ['UE410', 'UE414', 'UE418', 'UE422', 'UE425', 'UE427', 'UE50', 'UE52', 'UE54', 'UE56'];

async function simpleRefs(): Promise<OpenedProject> {
  const project = new TempProject();
  await project.simpleRefs('UE54');
  return project.open();
}

async function textOf(project: OpenedProject, path: string): Promise<string> {
  const contents = await project.call('asset.contents', { path, format: 't3d' });
  return 'text' in contents ? contents.text : '';
}

async function objectsOf(project: OpenedProject, path: string): Promise<readonly ObjectNode[]> {
  const contents = await project.call('asset.contents', { path, format: 'json' });
  return 'objects' in contents ? contents.objects : [];
}

function everyObject(objects: readonly ObjectNode[]): ObjectNode[] {
  return objects.flatMap(object => [object, ...everyObject(object.children)]);
}

function names(objects: readonly ObjectNode[]): string[] {
  return objects.flatMap(({ name, children }) => [name, ...names(children)]);
}

describe('the contents of a package', () => {
  it('are its objects as nested text', async () => {
    const text = await textOf(await simpleRefs(), ROOT);
    expect(text).toMatch(/^Begin Object Class=\/Script\/Engine\.Blueprint Name="SimpleRefsRoot"\n/);
    expect(text).toContain('\n   Begin Object Class=/Script/Engine.EdGraph Name="EventGraph"\n');
    expect(text).toContain(
      `\n         FunctionReference=(MemberParent=Class'"/Script/Engine.KismetSystemLibrary"',MemberName="PrintString")\n`,
    );
    expect(text).toContain(`\n   ParentClass=Class'"/Script/CoreUObject.Object"'\n`);
    expect(text).toContain(
      `\n      Nodes(0)=K2Node_CustomEvent'"${ROOT}.SimpleRefsRoot:EventGraph.K2Node_CustomEvent_1"'\n`,
    );
    expect(text.match(/Begin Object/g)?.length).toBe(text.match(/End Object/g)?.length);
  });

  it.each(VERSIONS)('have the pins of each node with their wires, as %s saved them', async version => {
    const project = new TempProject();
    await project.simpleRefs(version);
    const opened = await project.open();
    const contents = await opened.call('asset.contents', { path: ROOT, format: 'json' });
    expect(contents).not.toHaveProperty('notes');
    const nodes = 'objects' in contents ? everyObject(contents.objects) : [];
    const call = nodes.find(({ class: kind }) => kind.endsWith('.K2Node_CallFunction'));
    const branch = nodes.find(({ class: kind }) => kind.endsWith('.K2Node_IfThenElse'));
    expect(call?.pins?.slice(0, 2)).toEqual([
      { name: 'execute', direction: 'input', type: 'exec', linkedTo: [`${branch?.name}.then`] },
      { name: 'then', direction: 'output', type: 'exec' },
    ]);
    expect(call?.pins?.find(({ name }) => name === 'InString')).toEqual({
      name: 'InString',
      direction: 'input',
      type: 'string',
      default: 'Hello',
      flags: ['initial'],
    });
    expect(call?.children).toEqual([]);
  });

  it.each(VERSIONS)('have the pins as lines of text, as %s saved them', async version => {
    const project = new TempProject();
    await project.simpleRefs(version);
    const text = await textOf(await project.open(), `${ROOT}.SimpleRefsRoot:EventGraph`);
    const lines = text.split('\n').filter(line => line.includes('CustomProperties Pin ('));
    const of = (name: string) => lines.find(line => line.includes(`PinName="${name}"`));
    expect(of('Condition')).toMatch(
      /^ {6}CustomProperties Pin \(PinId=\w+,PinName="Condition",.*PinType\.PinCategory="bool",PinType\.PinSubCategory="",PinType\.PinSubCategoryObject=None,PinType\.PinSubCategoryMemberReference=\(\),PinType\.PinValueType=\(\),PinType\.ContainerType=None,.*LinkedTo=\(K2Node_GetClassDefaults_\d+ \w+,\),.*bOrphanedPin=False,\)$/,
    );
    expect(of('self')).toContain(`PinType.PinSubCategoryObject=Class'"/Script/Engine.KismetSystemLibrary"'`);
    expect(of('self')).toContain('bHidden=True');
    expect(of('OutputDelegate')).toContain('Direction="EGPD_Output"');
    // Each wire leads to a pin that is there and leads back.
    const ids = new Map(lines.map(line => [/PinId=(\w+)/.exec(line)?.[1], line]));
    const wires = [...ids].flatMap(([id, line]) => {
      const [, far] = /LinkedTo=\(\w+ (\w+),\)/.exec(line) ?? [];
      return far === undefined ? [] : [[id, far] as const];
    });
    expect(wires).toHaveLength(6);
    for (const [id, far] of wires) expect(ids.get(far)).toContain(` ${id},)`);
  });

  it('are the same as JSON', async () => {
    const project = await simpleRefs();
    const objects = await objectsOf(project, ROOT);
    const inText = [...(await textOf(project, ROOT)).matchAll(/Begin Object .*Name="(.*)"/g)].map(
      ([, name]) => name,
    );
    expect(names(objects)).toEqual(inText);
    expect(objects[0]).toMatchObject({
      class: '/Script/Engine.Blueprint',
      name: 'SimpleRefsRoot',
      properties: { ParentClass: '/Script/CoreUObject.Object' },
    });
  });

  it('can be requested by object path', async () => {
    const project = await simpleRefs();
    const graph = await objectsOf(project, `${ROOT}.SimpleRefsRoot:EventGraph`);
    expect(graph.map(({ name }) => name)).toEqual(['EventGraph']);
    expect(names(await objectsOf(project, `${ROOT}.SimpleRefsRoot`))).toEqual(
      names(await objectsOf(project, ROOT)),
    );
    await expect(objectsOf(project, `${ROOT}.Missing`)).rejects.toMatchObject({
      kind: 'not-found',
      enable: expect.stringContaining('SimpleRefsRoot_C'),
    });
  });

  it('are those of one object by its name, or by the end of its path', async () => {
    const project = await simpleRefs();
    const select = (object: string) =>
      project.call('asset.contents', { path: ROOT, format: 'json', object }) as Promise<{
        objects: readonly ObjectNode[];
      }>;
    const event = await select('eventgraph.K2Node_CustomEvent_1');
    expect(event.objects).toMatchObject([
      {
        name: 'K2Node_CustomEvent_1',
        pins: [{ name: 'OutputDelegate' }, { name: 'then', linkedTo: ['K2Node_IfThenElse_3.execute'] }],
      },
    ]);
    expect((await select('K2Node_CustomEvent_1')).objects).toEqual(event.objects);
    expect((await select('Default__SimpleRefsRoot_C')).objects[0]?.class).toBe(`${ROOT}.SimpleRefsRoot_C`);
    await expect(select('EventGraf')).rejects.toMatchObject({
      kind: 'not-found',
      enable: 'It has EventGraph.',
    });
  });

  it('are refused if they are nested too deeply', async () => {
    const project = new TempProject();
    const exports = Array.from({ length: 500 }, (_, i) => ({ name: `O${i}`, outer: i, isAsset: i === 0 }));
    project.write('Content/Deep.uasset', writePackage({ exports }));
    await expect(textOf(await project.open(), '/Game/Deep')).rejects.toMatchObject({ kind: 'failed' });
  });

  it('skip objects that contain themselves', async () => {
    const project = new TempProject();
    const exports = [
      { name: 'Top', isAsset: true },
      { name: 'A', outer: 3 },
      { name: 'B', outer: 2 },
    ];
    project.write('Content/Loop.uasset', writePackage({ exports }));
    expect(names(await objectsOf(await project.open(), '/Game/Loop'))).toEqual(['Top']);
  });
});

describe('a property', () => {
  it('is read from an asset, an object in it or a class default, in any case', async () => {
    const project = await simpleRefs();
    expect(await project.call('property.read', { object: ROOT, property: 'parentclass' })).toEqual({
      value: '/Script/CoreUObject.Object',
      type: 'ObjectProperty',
    });
    expect(
      await project.call('property.read', {
        object: `${ROOT}.Default__SimpleRefsRoot_C`,
        property: 'VarHard',
      }),
    ).toMatchObject({ value: '/Game/SimpleRefs/SimpleRefsDefaultsRef.SimpleRefsDefaultsRef_C' });
    const node = `${ROOT.toLowerCase()}.simplerefsroot:eventgraph.k2node_customevent_1`;
    expect(await project.call('property.read', { object: node })).toMatchObject({
      value: { CustomFunctionName: 'TestEvent' },
    });
  });

  it('that is missing is not found, with the existing names', async () => {
    const project = await simpleRefs();
    await expect(
      project.call('property.read', { object: ROOT, property: 'constructor' }),
    ).rejects.toMatchObject({
      kind: 'not-found',
      enable: expect.stringContaining('ParentClass'),
    });
  });
});
