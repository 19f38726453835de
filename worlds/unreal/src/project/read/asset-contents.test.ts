import { writePackage } from '@worldwire/uasset/testing';
import { describe, expect, it } from 'vitest';
import type { ObjectNode } from '../../port/operations.js';
import { type OpenedProject, TempProject } from '../temp-project.test.js';

const ROOT = '/Game/SimpleRefs/SimpleRefsRoot';

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

  it.each(['UE414', 'UE427', 'UE56'])(
    'have a note that pins and wires are missing, as %s saved them',
    async version => {
      const project = new TempProject();
      await project.simpleRefs(version);
      const opened = await project.open();
      const notes = ['Pins and wires are not read from files; a running editor returns them.'];
      for (const path of [ROOT, `${ROOT}.SimpleRefsRoot:EventGraph`]) {
        for (const format of ['t3d', 'json'] as const)
          expect(await opened.call('asset.contents', { path, format })).toMatchObject({ notes });
      }
      const object = `${ROOT}.SimpleRefsRoot_C`;
      expect(await opened.call('asset.contents', { path: object, format: 't3d' })).not.toHaveProperty(
        'notes',
      );
    },
  );

  it('have pins and wires if these are objects, as UE410 saved them', async () => {
    const project = new TempProject();
    await project.simpleRefs('UE410');
    const opened = await project.open();
    expect(await opened.call('asset.contents', { path: ROOT, format: 't3d' })).toEqual({
      text: expect.stringMatching(
        /LinkedTo\(0\)=EdGraphPin'"\/Game\/SimpleRefs\/SimpleRefsRoot\.SimpleRefsRoot:EventGraph\./,
      ),
    });
    expect(await opened.call('asset.describe', { path: ROOT })).not.toHaveProperty('notes');
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
