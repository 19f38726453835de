import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FakeBridge } from '@worldwire/engine/testing';
import { DEFAULT_LIMITS } from '@worldwire/server/internal';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { SealedSessions } from '../../../apps/worldwire/src/sessions/sealed-sessions.js';
import { until } from '../http/until.js';
import { EngineClient, type Several, startSeveral } from './several-engines.js';

let several: Several;
let client: EngineClient;
let quest: FakeBridge;
beforeEach(async () => {
  several = await startSeveral();
  client = await EngineClient.withSession(several.server.url);
  quest = await several.link({ project: 'Quest', name: 'Godot' });
});
afterEach(() => several.close());

/** The id of the object Player in an engine. */
async function playerOf(engine: string): Promise<string> {
  const { Items } = await client.call('SearchObjects', { path: '/Player', engine, limit: 1 });
  return (Items as { Id: string }[])[0]?.Id as string;
}

describe('with one engine linked', () => {
  it('calls need no engine, and may name it', async () => {
    expect(await client.call('GetStatus')).toMatchObject({ Ready: true });
    expect(await client.call('GetStatus', { engine: 'quest' })).toMatchObject({ Ready: true });
    const { error } = (await client.request('tools/call', {
      name: 'GetStatus',
      arguments: { engine: 'qest' },
    })) as { error?: unknown };
    expect(error).toBeUndefined();
    expect(await client.fail('GetStatus', { engine: 'qest' })).toMatchObject({
      kind: 'NotFound',
      message: expect.stringContaining('Did you mean quest?'),
    });
  });

  it('the answer of a write does not say its engine', async () => {
    const answer = await client.call('SetTimeScale', { value: 0.5 });
    expect(answer).not.toHaveProperty('engine');
    expect(answer.undo).toBe(`UndoWrite {"id":${answer.journalId}}`);
  });

  it('lists it with its facts', async () => {
    const { engines } = await client.call('ListEngines');
    expect(engines).toEqual([
      expect.objectContaining({
        name: 'quest',
        engine: 'Godot',
        version: '1',
        project: 'Quest',
        role: 'game',
        state: 'linked',
        process: 1,
      }),
    ]);
  });
});

describe('with two engines linked', () => {
  beforeEach(async () => {
    await several.link({ project: 'Quest', name: 'Godot', role: 'editor' });
  });

  it('a call without a target is refused with the list of engines', async () => {
    const failure = await client.fail('GetStatus');
    expect(failure).toMatchObject({
      kind: 'InvalidArgument',
      message: expect.stringContaining(
        'quest (Godot 1, Quest, game, linked); quest-editor (Godot 1, Quest, editor, linked)',
      ),
      hint: expect.stringContaining('`engine`'),
    });
  });

  it('a call goes to the engine that it names, and a write says which that was', async () => {
    const answer = await client.call('SetTimeScale', { value: 0.25, engine: 'quest-editor' });
    expect(answer).toMatchObject({ engine: 'quest-editor', ok: true });
    expect(answer.undo).toBe(`UndoWrite {"id":${answer.journalId},"engine":"quest-editor"}`);
    expect(await client.call('GetTimeScale', { engine: 'quest-editor' })).toMatchObject({ value: 0.25 });
    expect(await client.call('GetTimeScale', { engine: 'quest' })).toMatchObject({ value: 1 });
    await client.call('UndoWrite', { id: answer.journalId, engine: 'quest-editor' });
    expect(await client.call('GetTimeScale', { engine: 'quest-editor' })).toMatchObject({ value: 1 });
  });

  it('a dry run says its engine and changes nothing', async () => {
    const plan = await client.call('SetTimeScale', { value: 0.25, engine: 'quest', dryRun: true });
    expect(plan).toMatchObject({ engine: 'quest', dryRun: true });
    expect(await client.call('GetTimeScale', { engine: 'quest' })).toMatchObject({ value: 1 });
  });

  it('a plan for one engine is not valid for another', async () => {
    const args = { value: 0.25, confirm: true };
    const { digest } = await client.call('SetTimeScale', { ...args, engine: 'quest', dryRun: true });
    const other = { ...args, engine: 'quest-editor', expectDigest: digest };
    expect((await client.fail('SetTimeScale', other)).kind).toBe('Conflict');
    await client.call('SetTimeScale', { ...args, engine: 'quest', expectDigest: digest });
  });

  it('an object id names its engine', async () => {
    const [game, editor] = [await playerOf('quest'), await playerOf('quest-editor')];
    expect(game).not.toBe(editor);
    expect(await client.call('SetActive', { objectId: editor, active: false })).toMatchObject({
      engine: 'quest-editor',
    });
    expect(await client.call('GetObject', { id: editor })).toMatchObject({ Active: false });
    expect(await client.call('GetObject', { id: game })).toMatchObject({ Active: true });
  });

  it('an object of another engine than the named one is refused, and so are objects of two engines', async () => {
    const [game, editor] = [await playerOf('quest'), await playerOf('quest-editor')];
    expect(await client.fail('GetObject', { id: game, engine: 'quest-editor' })).toMatchObject({
      kind: 'InvalidArgument',
      message: `${game} belongs to the engine quest, and the call is for quest-editor.`,
      hint: expect.stringContaining('"engine": "quest"'),
    });
    expect(await client.fail('Reparent', { objectId: game, newParentId: editor })).toMatchObject({
      kind: 'InvalidArgument',
      message: expect.stringContaining('belongs to the engine quest-editor'),
    });
  });

  it('a session that selected an engine reaches it, and no other session does', async () => {
    expect(await client.call('SelectEngine', { engine: 'quest' })).toMatchObject({ selected: 'quest' });
    expect(await client.call('SetTimeScale', { value: 0.75 })).toMatchObject({ engine: 'quest' });
    const editor = await playerOf('quest-editor');
    expect((await client.fail('GetObject', { id: editor })).message).toContain('the call is for quest');
    const other = await EngineClient.withSession(several.server.url);
    expect((await other.fail('GetStatus')).kind).toBe('InvalidArgument');
    expect((await client.call('ListEngines')).engines).toMatchObject([
      { name: 'quest', selected: true },
      { name: 'quest-editor' },
    ]);
    await client.call('SelectEngine', { engine: null });
    expect((await client.fail('GetStatus')).kind).toBe('InvalidArgument');
  });

  it('a request without a session cannot select, and is told to name the engine', async () => {
    const stateless = EngineClient.sessionless(several.server.url);
    expect(await stateless.fail('SelectEngine', { engine: 'quest' })).toMatchObject({
      kind: 'Unsupported',
      hint: expect.stringContaining('`engine` with each call'),
    });
    expect(await stateless.call('GetStatus', { engine: 'quest' })).toMatchObject({ Ready: true });
    expect((await stateless.fail('GetStatus')).hint).toBe('Pass its name as `engine` with each call.');
  });

  it('resources are those of the selected engine, or of the one in their address', async () => {
    await client.call('SetTimeScale', { value: 0.5, engine: 'quest-editor' });
    const editor = JSON.parse(await client.read('engine://quest-editor/status'));
    const game = JSON.parse(await client.read('engine://quest/status'));
    expect([editor.revision, game.revision]).toEqual([2, 0]);
    await expect(client.read('unity://status')).rejects.toThrow('does not say which it is for');
    await client.call('SelectEngine', { engine: 'quest-editor' });
    expect(JSON.parse(await client.read('unity://status'))).toMatchObject({ revision: 2 });
    const id = await playerOf('quest');
    await client.call('SelectEngine', { engine: null });
    expect(JSON.parse(await client.read(`unity://object/${id}`))).toMatchObject({ Id: id });
    await expect(client.read('engine://none/status')).rejects.toThrow('There is no engine');
    const web = `${several.server.base}/read?uri=${encodeURIComponent('engine://quest-editor/status')}`;
    const status = await (await fetch(web)).json();
    expect(status).toMatchObject({ Ready: true });
    expect(status).not.toHaveProperty('revision');
  });

  it('a write for an engine that is lost for a moment does not reach the other one', async () => {
    quest.disconnect();
    const failure = await client.fail('SetTimeScale', { value: 0.5 });
    expect(failure.message).toContain('2 engines are linked');
  });

  it('the only engine that is left needs no name, and the lost one is listed', async () => {
    quest.disconnect();
    await until(() => !several.pool.first.engine.present, 'the end of the grace period');
    expect(await client.call('SetTimeScale', { value: 0.5 })).toMatchObject({ engine: 'quest-editor' });
    expect((await client.call('ListEngines')).engines).toMatchObject([
      { name: 'quest', state: 'lost' },
      { name: 'quest-editor', state: 'linked' },
    ]);
    expect((await client.fail('GetTimeScale', { engine: 'quest' })).kind).toBe('NotReady');
  });
});

describe('before an engine has linked', () => {
  it('calls say so, and nothing is listed', async () => {
    const empty = await startSeveral();
    const visitor = await EngineClient.withSession(empty.server.url);
    expect(await visitor.call('ListEngines')).toMatchObject({ engines: [] });
    expect(await visitor.call('GetStatus')).toMatchObject({ Ready: false });
    expect((await visitor.fail('ListScenes')).message).toContain('no engine has linked yet');
    expect((await visitor.fail('GetStatus', { engine: 'quest' })).message).toContain('no engine has linked');
    await empty.close();
  });
});

describe('the discovery file', () => {
  it('lists the engines, and follows them', async () => {
    const { server } = several;
    const leave = await server.listening({ origin: 'http://127.0.0.1:51477', port: 51_477 });
    const engines = async () =>
      JSON.parse(await readFile(join(server.temporary, 'unity-explorer-mcp.json'), 'utf8')).engines;
    const facts = { engine: 'Godot', version: expect.any(String), project: 'Quest', state: 'linked' };
    expect(await engines()).toEqual([{ ...facts, name: 'quest', role: 'game' }]);
    const editor = await several.link({ project: 'Quest', name: 'Godot', role: 'editor' });
    await expect.poll(engines).toEqual([
      { ...facts, name: 'quest', role: 'game' },
      { ...facts, name: 'quest-editor', role: 'editor' },
    ]);
    editor.disconnect();
    await expect.poll(async () => (await engines())[1].state).toBe('lost');
    await leave();
  });
});

describe('a write to an engine that is lost', () => {
  it('is not retried at another engine that is the only one linked', async () => {
    await client.call('SetTimeScale', { value: 0.5, operationKey: 'first' });
    await several.link({ project: 'Harbour' });
    quest.disconnect();
    await until(() => several.pool.first.engine.present === false, 'the end of the grace period');
    expect(await client.fail('SetTimeScale', { value: 0.5, operationKey: 'first' })).toMatchObject({
      kind: 'Conflict',
      message: expect.stringContaining('used for a call to the engine quest'),
      hint: expect.stringContaining('"engine": "quest"'),
    });
    expect(await client.call('GetTimeScale', { engine: 'harbour' })).toMatchObject({ value: 1 });
    expect(await client.call('SetTimeScale', { value: 0.5, operationKey: 'second' })).toMatchObject({
      engine: 'harbour',
    });
  });

  it('is not undone at another engine that is the only one linked', async () => {
    const { journalId: id } = await client.call('SetTimeScale', { value: 0.5 });
    await several.link({ project: 'Harbour' });
    await client.call('SetTimeScale', { value: 0.25, engine: 'harbour' });
    quest.disconnect();
    await until(() => several.pool.first.engine.present === false, 'the end of the grace period');
    expect(await client.fail('UndoWrite', { id })).toMatchObject({
      kind: 'InvalidArgument',
      hint: expect.stringContaining('`engine`'),
    });
    await client.call('UndoWrite', { id, engine: 'harbour' });
  });
});

describe('a session that selected an engine before the server was started again', () => {
  it('reaches no other engine until that one has linked again', async () => {
    const path = await mkdtemp(join(tmpdir(), 'sessions-'));
    onTestFinished(() => rm(path, { recursive: true }));
    const started = () => {
      const options = { path, limits: DEFAULT_LIMITS, log: { warn: () => {} }, date: Date.now };
      return startSeveral({ environment: { keptSessions: new SealedSessions(options).of('unity') } });
    };
    const quest = { project: 'Quest', name: 'Godot' };
    const harbour = { project: 'Harbour', name: 'Godot' };
    const before = await started();
    await before.link(harbour);
    await before.link(quest);
    const first = await EngineClient.withSession(before.server.url);
    await first.call('SelectEngine', { engine: 'quest' });
    await before.close();

    const after = await started();
    const client = first.at(after.server.url);
    const refusal = { kind: 'NotReady', hint: expect.stringContaining('ListEngines') };
    expect(await client.fail('SetTimeScale', { value: 0.5 })).toMatchObject(refusal);
    await after.link(harbour);
    expect(await client.fail('SetTimeScale', { value: 0.5 })).toMatchObject({
      ...refusal,
      message: expect.stringContaining('the engine quest, which has not linked since the server started'),
    });
    expect((await client.call('ListEngines')).engines).toMatchObject([{ name: 'harbour' }]);
    expect(await client.call('SetTimeScale', { value: 0.5, engine: 'harbour' })).toMatchObject({ ok: true });
    await after.link(quest);
    expect(await client.call('SetTimeScale', { value: 0.5 })).toMatchObject({ engine: 'quest' });
    expect((await client.call('ListEngines')).engines).toMatchObject([
      { name: 'harbour' },
      { name: 'quest', selected: true },
    ]);
    await client.call('SelectEngine', { engine: null });
    expect((await client.fail('SetTimeScale', { value: 0.5 })).kind).toBe('InvalidArgument');
    await after.close();
  });
});
