import { resultBytesOf } from '@worldwire/server/kit';
import { describe, expect, it } from 'vitest';
import type { BlueprintInfo } from '../../port/operations.js';
import { blueprintPart } from './blueprint-part.js';
import { flowPage } from './graph-flows.js';
import { fittedOutline } from './outline.js';

const PATH = '/Game/Doors/BP_Door';
const LINES = [
  'event ReceiveBeginPlay',
  '  Open()',
  'custom event Ring(Times: int)',
  '  PlaySound(Sound = Bell)',
  '  Open()',
  'on Input action Jump',
  '  Pressed:',
  '    Jump()',
];
const DOOR: BlueprintInfo = {
  variables: [],
  functions: [],
  components: [],
  graphs: [
    { name: 'EventGraph', nodes: [{ name: 'A', class: 'K2Node_Event' }], flow: LINES },
    { name: 'Open', nodes: [], flow: ['function Open()', '  set bOpen = true'] },
    { name: 'AnimGraph', nodes: [{ name: 'B', class: 'AnimGraphNode_Root' }] },
  ],
};
const MAX = 10_000;
const part = (wanted: { graph?: string; function?: string }, offset = 0, max = MAX) =>
  blueprintPart(DOOR, PATH, wanted, offset, max);

describe('a part of a Blueprint', () => {
  it('is one graph, in any case', () => {
    expect(part({ graph: 'eventgraph' })).toEqual({ graph: 'EventGraph', flow: LINES.join('\n'), lines: 8 });
  });

  it('is one function, custom event, event or input', () => {
    expect(part({ function: 'Open' })).toMatchObject({
      graph: 'Open',
      flow: 'function Open()\n  set bOpen = true',
    });
    expect(part({ function: 'ring' })).toMatchObject({
      graph: 'EventGraph',
      flow: LINES.slice(2, 5).join('\n'),
      lines: 3,
    });
    expect(part({ function: 'Input action Jump' }).flow).toBe(LINES.slice(5).join('\n'));
  });

  it('are the nodes of a graph that executes nothing', () => {
    expect(part({ graph: 'AnimGraph' })).toEqual({
      graph: 'AnimGraph',
      nodes: [{ name: 'B', class: 'AnimGraphNode_Root' }],
    });
  });

  it('comes in pages of whole lines', () => {
    const first = part({ graph: 'EventGraph' }, 0, 120);
    expect(first.nextOffset).toBeGreaterThan(0);
    const seen: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page = part({ graph: 'EventGraph' }, offset, 120);
      seen.push(page.flow ?? '');
      offset = page.nextOffset;
    }
    expect(seen.join('\n')).toBe(LINES.join('\n'));
  });

  it('that is missing is refused with the names that are there', () => {
    expect(() => part({ graph: 'EventGraf' })).toThrow(
      expect.objectContaining({ kind: 'NotFound', hint: 'Use one of these names: EventGraph.' }),
    );
    expect(() => part({ function: 'Explode' })).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('ReceiveBeginPlay, Ring') }),
    );
  });
});

describe('the outline with what graphs execute', () => {
  it('has it instead of titles, and says which lines are left out', () => {
    const { outline, missing } = fittedOutline(DOOR, MAX, { flows: true });
    expect(outline.graphs).toEqual([
      { name: 'EventGraph', nodes: 1, flow: LINES.join('\n') },
      { name: 'Open', nodes: 0, flow: 'function Open()\n  set bOpen = true' },
      { name: 'AnimGraph', nodes: 1, others: ['AnimGraphNode_Root'] },
    ]);
    expect(missing).toEqual([]);
    const [events, open] = DOOR.graphs as [BlueprintInfo['graphs'][number], BlueprintInfo['graphs'][number]];
    const long = { ...events, flow: Array.from({ length: 500 }, (_, at) => `event Event${at}`) };
    const short = fittedOutline({ ...DOOR, graphs: [long, open] }, 4_000, { flows: true });
    expect(resultBytesOf(short.outline)).toBeLessThanOrEqual(4_000);
    expect(short.missing).toEqual(['lines of the flow of 1 graphs']);
    expect(short.outline.graphs[0]?.flow).toMatch(/^event Event0\n.*Event\d+$/s);
    expect(short.outline.graphs[1]?.flow).toBe('function Open()\n  set bOpen = true');
  });

  it('never has a part of a line, and always goes on', () => {
    expect(flowPage(['a'.repeat(500), 'b'], 0, 100)).toMatchObject({ nextOffset: 1 });
  });
});
