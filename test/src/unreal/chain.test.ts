import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ERAS, type Visitor } from '../universe/official-clients.js';
import { answer, each, type Facts, json, refusal } from './answers.js';
import { REFS } from './disk-project.js';
import { writes } from './fake-editor/index.js';
import { type LiveChain, startChain } from './live-chain.js';
import { Watching } from './watching.js';

const STATE = 'unreal://editor/state';
const LIGHT = '/Game/Maps/Hall.Hall:PersistentLevel.PointLight_1';
const LAMP = `${LIGHT}.LightComponent0`;
const KEY = 'worldwire/operationKey';

describe.each(ERAS)('when the editor of %s disappears', (_era, visit) => {
  let chain: LiveChain;
  let client: Visitor;
  beforeEach(async () => {
    chain = await startChain();
    client = await visit(chain.server.url);
    expect(await answer(client, 'list_assets')).toMatchObject({ provenance: 'live' });
  });
  afterEach(async () => {
    await client.close();
    await chain.close();
  });

  const dim = (value: number, meta?: Record<string, unknown>) =>
    client.call('set_property', { object: LAMP, property: 'Intensity', value }, meta);

  const statusOf = async () => {
    const { sources } = (await json(client, STATE)) as { sources: { status: string }[] };
    return sources[0]?.status;
  };

  /** Updates of the state until the editor has the wanted status. */
  async function heardAs(watching: Watching, ...wanted: readonly string[]): Promise<void> {
    do await watching.updated(STATE);
    while (!wanted.includes((await statusOf()) ?? ''));
  }

  it('subscribers are notified, reads fall back to the files, and the editor can return', async () => {
    const tools = await client.tools();
    const watching = await Watching.of(client, STATE, 'unreal://project', `unreal://asset${REFS}`);
    await chain.editor.stop();
    await heardAs(watching, 'gone');
    expect(await json(client, STATE)).toMatchObject({
      provenance: 'disk',
      sources: [
        { provenance: 'live', status: 'gone', reason: expect.any(String) },
        { provenance: 'disk', status: 'ready' },
      ],
    });

    const again = await visit(chain.server.url);
    expect((await again.tools()).map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    await again.close();
    const listed = await answer(client, 'list_assets');
    expect(listed).toMatchObject({
      provenance: 'disk',
      note: expect.stringMatching(/^The editor is gone since \S+\. This answer is from the files on disk\.$/),
    });
    expect(each(listed, 'path')).toContain(REFS);
    expect(await answer(client, 'describe_asset', { path: REFS })).toMatchObject({
      provenance: 'disk',
      note: expect.stringContaining('gone since'),
      blueprint: expect.any(Object),
    });
    expect(await json(client, 'unreal://project')).toMatchObject({ name: 'Demo', provenance: 'disk' });
    expect((await client.read(`unreal://blueprint${REFS}`)).text).toContain('Begin Object');

    await chain.editor.comeBack();
    await heardAs(watching, 'ready', 'back');
    const live = await answer(client, 'list_assets');
    expect(live).toMatchObject({ provenance: 'live' });
    expect(live).not.toHaveProperty('note');
    expect(each(live, 'path')).not.toContain(REFS);
  });

  it('writes are refused as not ready, and their keys are still valid when it returns', async () => {
    const watching = await Watching.of(client, STATE);
    await chain.editor.stop();
    await heardAs(watching, 'gone');
    const { content, isError } = await dim(10, { [KEY]: 'dim the lamp' });
    expect(isError).toBe(true);
    expect(content[0]?.text).toMatch(/^NotReady: /);
    expect(content[0]?.text).toMatch(/Hint: .*editor/);
    expect(await refusal(client, 'execute_python', { code: '1' })).toMatch(/^NotReady: /);
    expect(await json(client, 'unreal://journal')).toEqual({ revision: 0, items: [] });

    await chain.editor.comeBack();
    await heardAs(watching, 'ready', 'back');
    expect((await dim(10, { [KEY]: 'dim the lamp' })).structuredContent).toMatchObject({
      after: 10,
      provenance: 'live',
    });
  });

  it('a list that started with the editor does not continue with the files', async () => {
    const { nextCursor } = await answer(client, 'list_assets', { limit: 2 });
    const watching = await Watching.of(client, STATE);
    await chain.editor.stop();
    await heardAs(watching, 'gone');
    const text = await refusal(client, 'list_assets', { limit: 2, cursor: nextCursor });
    expect(text).toMatch(/^NotReady: [\s\S]*Start again without a cursor/);
  });

  it('during a write, the outcome is unknown, and the same key does not repeat it', async () => {
    chain.editor.fail('cut', writes, 1);
    const lost = await dim(20, { [KEY]: 'lost' });
    expect(lost.isError).toBe(true);
    expect(lost.content[0]?.text).toMatch(/The write may have been done: read the current value/);
    const { items } = await json(client, 'unreal://journal');
    expect((items as Facts[])[0]).toMatchObject({ key: 'lost', outcome: 'unsure' });
    const asked = chain.editor.requests.filter(writes).length;
    expect((await dim(20, { [KEY]: 'lost' })).content[0]?.text).toMatch(
      /^Conflict: It is unknown whether this set_property was done/,
    );
    expect(chain.editor.requests.filter(writes)).toHaveLength(asked);
  });
});

describe.each(ERAS)('when a setting of the editor of %s blocks an operation', (_era, visit) => {
  it('the files answer, with the line that allows it', async () => {
    const chain = await startChain({ python: false });
    const client = await visit(chain.server.url);
    const { provenance, note, referencers } = await answer(client, 'get_references', {
      path: '/Game/SimpleRefs/SimpleRefsSoftRef',
    });
    expect({ provenance, referencers }).toEqual({
      provenance: 'disk',
      referencers: [{ path: REFS, soft: true }],
    });
    expect(note).toMatch(
      /^The editor does not allow this\. This answer is from the files on disk\..*bEnableRemotePython/,
    );
    const text = await refusal(client, 'execute_python', { code: '1' });
    expect(text).toMatch(/^Unsupported: [\s\S]*bEnableRemotePythonExecution/);
    await client.close();
    await chain.close();
  });
});

describe.each(ERAS)('when the editor of %s never ran', (_era, visit) => {
  it('the server starts, the files answer, and the editor is found when it starts', async () => {
    const chain = await startChain({}, {}, false);
    const client = await visit(chain.server.url);
    expect(await answer(client, 'describe_asset', { path: REFS })).toMatchObject({
      provenance: 'disk',
      note: expect.stringMatching(/^The editor (is gone since|does not answer)/),
    });
    const watching = await Watching.of(client, STATE);
    await chain.editor.comeBack();
    await watching.updated(STATE);
    await expect
      .poll(async () => (await answer(client, 'get_editor_state')).provenance, { timeout: 20_000 })
      .toBe('live');
    await client.close();
    await chain.close();
  });
});
