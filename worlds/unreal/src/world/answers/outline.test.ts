import { resultBytesOf } from '@worldwire/server/kit';
import { describe, expect, it } from 'vitest';
import type { BlueprintInfo } from '../../port/operations.js';
import { fittedOutline, outlineOf } from './outline.js';

const node = (kind: string, title?: string) => ({
  name: `${kind}_0`,
  class: `K2Node_${kind}`,
  ...(title !== undefined && { title }),
});

const DOOR: BlueprintInfo = {
  parent: '/Script/Engine.Actor',
  variables: [{ name: 'bOpen', type: 'bool', default: false }],
  functions: [{ name: 'Open', graph: 'Open' }, { name: 'Ring' }],
  components: [{ name: 'Hinge', class: 'SceneComponent' }],
  graphs: [
    {
      name: 'EventGraph',
      nodes: [
        node('Event', 'ReceiveBeginPlay'),
        node('CustomEvent', 'Ring'),
        node('CallFunction', 'Open'),
        node('CallFunction', 'Open'),
        node('CallFunction', 'PrintString'),
        node('Knot', 'Reroute'),
      ],
    },
    {
      name: 'Open',
      nodes: [
        node('FunctionEntry', 'Open'),
        node('VariableGet', 'Get bOpen'),
        node('IfThenElse', 'Branch'),
        node('VariableSet', 'Set bOpen'),
        node('CallDelegate', 'Call Ring'),
        node('MacroInstance'),
        node('FunctionResult', 'Return'),
      ],
    },
  ],
};

describe('the outline of a Blueprint', () => {
  it('has the events, calls and variables of each graph once, and who calls its functions', () => {
    expect(outlineOf(DOOR)).toEqual({
      parent: '/Script/Engine.Actor',
      variables: DOOR.variables,
      functions: DOOR.functions,
      components: DOOR.components,
      graphs: [
        {
          name: 'EventGraph',
          nodes: 6,
          events: ['ReceiveBeginPlay', 'Ring'],
          calls: ['Open', 'PrintString'],
        },
        {
          name: 'Open',
          nodes: 7,
          gets: ['bOpen'],
          others: ['Branch'],
          sets: ['bOpen'],
          calls: ['Call Ring', 'MacroInstance'],
        },
      ],
      callers: { Open: ['EventGraph'] },
    });
  });

  it('fits into its bytes, with all graphs named and what is left out', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => index);
    const large: BlueprintInfo = {
      ...DOOR,
      variables: many(500).map(index => ({ name: `Variable${index}`, type: 'float' })),
      graphs: many(8).map(index => ({
        name: `Graph${index}`,
        nodes: many(400).map(each => node('CallFunction', `Function_${each}`)),
      })),
    };
    const { outline, missing } = fittedOutline(large, 6_000);
    expect(resultBytesOf(outline)).toBeLessThanOrEqual(6_000);
    expect(missing.join(', ')).toMatch(/of 500 variables/);
    expect(missing.join(', ')).toMatch(/graphs/);
    expect(outline.functions).toEqual(DOOR.functions);
    expect(outline.graphs.length).toBeGreaterThan(1);
    expect(fittedOutline(DOOR, 6_000)).toEqual({ outline: outlineOf(DOOR), missing: [] });
  });
});
