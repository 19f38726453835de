import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RawLink } from './raw-link.js';

/** Stands for the id of the crate. */
const CRATE = 'the crate';
const OBJECTS = { object: CRATE, id: CRATE, parent: 'obj:1' };
const MEMBER = { object: CRATE, type: 'Health', name: 'current' };
const HOOK = { type: 'Health', method: 'damage', signature: 'float Health::damage(float)' };
const PAGE = { limit: 5, offset: 1 };

/** What fits an operation, by the beginning of its name. Each part is sent as it is, left out or made into nonsense. */
const FITTING: Record<string, Record<string, unknown>> = {
  'engine.': {},
  'scene.': { name: 'arena', mode: 'single' },
  'object.list': {
    parent: 'obj:1',
    scene: 'scn:0',
    query: 'a',
    name: 'C',
    type: 'Health',
    path: '/',
    activeOnly: true,
    ...PAGE,
  },
  'object.': {
    ...OBJECTS,
    name: 'New',
    active: true,
    components: [{ type: 'Node3D', members: { visible: true } }],
  },
  'component.': { ...OBJECTS, type: 'Spinner', index: 1, ...PAGE },
  'member.': { ...MEMBER, value: 3, methods: true, ...PAGE },
  'method.': { ...MEMBER, name: 'damage', args: [1] },
  'camera.': {},
  'freecam.': { enabled: true, speed: 3, position: { x: 1, y: 2, z: 3 }, rotation: { x: 1, y: 2, z: 3 } },
  'pick.': { x: 0.5, y: 0.5, normalized: true },
  'view.': { width: 10, height: 10 },
  'time.': { scale: 1, lock: true },
  'hook.': { ...HOOK, enabled: true, source: 'return 1', filter: 'd', ...PAGE },
  'code.': { code: 'return 1', name: 'test' },
};

const leaf = fc.constantFrom<unknown>(
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e300,
    '',
    [],
    {},
    '%s',
    'obj:1',
    CRATE,
    'obj:99',
    'Crate',
    'Health',
    'damage',
  ],
  ...[
    'StaticBody3D',
    'Node',
    'position',
    'notes',
    'name',
    'arena',
    'additive',
    'scn:0',
    'signal Health::died()',
  ],
);
const nonsense = fc.oneof(
  { weight: 3, arbitrary: leaf },
  fc.array(leaf, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('x', 'y', 'z', 'ref', 'deadlineMs'), leaf, { maxKeys: 3 }),
  fc.array(fc.dictionary(fc.constantFrom('type', 'members'), leaf, { maxKeys: 2 }), { maxLength: 2 }),
);

function paramsOf(operation: string): fc.Arbitrary<unknown> {
  const fitting = Object.entries(FITTING).find(([begin]) => operation.startsWith(begin))?.[1] ?? {};
  const parts = Object.entries(fitting).map(
    ([name, value]) =>
      [
        name,
        fc.oneof({ weight: 6, arbitrary: fc.constant(value) }, { weight: 2, arbitrary: nonsense }),
      ] as const,
  );
  const record = fc.record({ ...Object.fromEntries(parts), _meta: nonsense }, { requiredKeys: [] });
  return fc.oneof({ weight: 20, arbitrary: record }, { weight: 1, arbitrary: nonsense });
}

describe('the parameters of any operation', () => {
  let link: RawLink;
  beforeAll(async () => {
    link = await RawLink.open();
  });
  afterAll(() => link?.close());

  /** It may have been destroyed, and its scene as well. */
  async function crateId(): Promise<string> {
    const { result } = await link.call('object.list', { type: 'Health', limit: 1 });
    const [crate] = (result as { items: { id: string }[] }).items;
    if (crate !== undefined) return crate.id;
    await link.call('scene.load', { name: 'arena', mode: 'single' });
    return crateId();
  }

  it('are taken or refused, whatever they are, and never break the bridge', async () => {
    const operations = link.hellos[0]?.engine.capabilities ?? [];
    const call = fc
      .constantFrom(...operations)
      .chain(operation => fc.tuple(fc.constant(operation), paramsOf(operation)));
    await fc.assert(
      fc.asyncProperty(call, async ([operation, given]) => {
        const params = JSON.stringify(given).replaceAll(CRATE, await crateId());
        const { error } = await link.call(operation, JSON.parse(params));
        const kind = error?.data?.kind;
        expect(['invalid', 'not-found', 'unsupported', 'failed', 'timeout', undefined]).toContain(kind);
        expect(link.godot.fault()).toBeUndefined();
      }),
      { numRuns: 1500 },
    );
  });
});
