import { describe, expect, it } from 'vitest';
import type { BlueprintInfo } from '../../port/operations.js';
import { TempProject } from '../temp-project.test.js';

const VERSIONS = ['UE410', 'UE414', 'UE418', 'UE422', 'UE425', 'UE427', 'UE50', 'UE52', 'UE54', 'UE56'];

/** What the graphs of a Blueprint execute, and the names and types of its variables. */
async function outline(project: TempProject, path: string) {
  const { blueprint } = await (await project.open()).call('asset.describe', { path });
  const { parent, graphs, variables } = blueprint as BlueprintInfo;
  return {
    parent,
    flows: Object.fromEntries(graphs.map(({ name, flow }) => [name, flow ?? []])),
    variables: variables.map(({ name, type, default: value }) => [name, type, value]),
  };
}

async function simpleRefs(version: string): Promise<TempProject> {
  const project = new TempProject();
  await project.simpleRefs(version);
  return project;
}

describe('the outline of a Blueprint that an editor saved', () => {
  // Read from the pins: the event is wired to the branch, whose condition is the pin Var of the class defaults, and the pin
  // "then" of the branch to the call. "else" has no wire.
  it.each(VERSIONS)('is an event, a branch on a class default and a call, as %s saved it', async version => {
    expect(await outline(await simpleRefs(version), '/Game/SimpleRefs/SimpleRefsRoot')).toEqual({
      parent: '/Script/CoreUObject.Object',
      flows: {
        EventGraph: [
          'custom event TestEvent',
          '  if SimpleRefsGraphRef_C defaults.Var',
          '    PrintString(InString = "Hello")',
        ],
      },
      variables: [
        ['VarHard', 'class of Object', '/Game/SimpleRefs/SimpleRefsDefaultsRef.SimpleRefsDefaultsRef_C'],
        ['VarSoft', 'soft class of Object', '/Game/SimpleRefs/SimpleRefsSoftRef.SimpleRefsSoftRef_C'],
      ],
    });
  });

  it.each(VERSIONS)('is one variable and an empty graph, as %s saved it', async version => {
    expect(await outline(await simpleRefs(version), '/Game/SimpleRefs/SimpleRefsGraphRef')).toEqual({
      parent: '/Script/CoreUObject.Object',
      flows: { EventGraph: [] },
      variables: [['Var', 'bool', undefined]],
    });
  });

  it.each(['SimpleRefsDefaultsRef', 'SimpleRefsSoftRef'])('is only its parent: %s', async name => {
    expect(await outline(await simpleRefs('UE56'), `/Game/SimpleRefs/${name}`)).toEqual({
      parent: '/Script/CoreUObject.Object',
      flows: { EventGraph: [] },
      variables: [],
    });
  });

  it.each([
    ['UE427', 'A', 'B'],
    ['UE427', 'B', 'A'],
    ['UE54', 'A', 'B'],
    ['UE54', 'B', 'A'],
  ])('is a variable whose default is the class of another Blueprint: %s %s', async (version, one, other) => {
    const project = new TempProject();
    const file = `DirectCycle/DirectCycle${one}.uasset`;
    await project.fixture(`uasset-rs/${version}/${file}`, `Content/${file}`);
    expect(await outline(project, `/Game/DirectCycle/DirectCycle${one}`)).toEqual({
      parent: '/Script/CoreUObject.Object',
      flows: { EventGraph: [] },
      variables: [
        ['Other', 'class of Object', `/Game/DirectCycle/DirectCycle${other}.DirectCycle${other}_C`],
      ],
    });
  });
});
