import { REVISION_2025_11_25, REVISION_2026_07_28 } from '@worldwire/protocol';
import { type Caller, Principal, type Reply, Rights } from '@worldwire/server/internal';
import { describe, expect, it, vi } from 'vitest';
import { hall, Stage } from './stage.test.js';

/** A principal may watch 100 of the 10,000 resources, and have 82 of the 8,192 checks. */
const PERCENT = { principalPercent: 1 };
const SHARE = 100;
const FULL = `${SHARE} resources of yours are watched, which is your share: this world has 10000 (unrealWatches), and one principal may have ${SHARE} of them (principalPercent: 1).`;

const asset = (of: number) => `unreal://asset/Game/Doors/BP_Door?maxBytes=${1_000 + of}`;

interface Answered {
  readonly result?: object;
  readonly error?: { readonly message: string; readonly data: object };
}

function who(name: string): Principal {
  return name === 'local' ? Principal.LOCAL : new Principal(name, 'token', Rights.CALLS);
}

/** A client of one principal, with a session. */
function client(stage: Stage, name: string) {
  const clientInfo = { name: 'watcher', version: '1' };
  const params = { protocolVersion: REVISION_2025_11_25.id, capabilities: {}, clientInfo };
  const { session } = stage.kernel.initialize(params, who(name));
  let id = 0;
  const send = (method: string, uri: string) => ask(stage, session, method, { uri }, ++id);
  return {
    session,
    subscribe: (uri: string) => send('resources/subscribe', uri),
    unsubscribe: (uri: string) => send('resources/unsubscribe', uri),
  };
}

function ask(stage: Stage, caller: Caller, method: string, params: object, id: number): Promise<Answered> {
  return new Promise(resolve => {
    const request = { kind: 'request', id, method, params: { ...params } } as const;
    const done = (reply: Reply | undefined) => resolve(JSON.parse(reply?.text ?? '{}'));
    stage.kernel.start(request, caller, { detach() {}, send: () => true }, done);
  });
}

/** A subscription of the newest revision, which is answered when it ends. */
function listen(stage: Stage, name: string, uris: readonly string[]): Promise<Answered> {
  const caller: Caller = {
    ...{ who: who(name), revision: REVISION_2026_07_28, capabilities: {} },
    ...{ client: { name: 'watcher', version: '1' }, logLevel: undefined, session: undefined },
  };
  return ask(stage, caller, 'subscriptions/listen', { notifications: { resourceSubscriptions: uris } }, 1);
}

describe('a principal at its share of the watched resources', () => {
  it('is refused, in each of its sessions, and another one is served', async () => {
    const stage = await Stage.open({ limits: PERCENT });
    const [own, more, other] = ['ada', 'ada', 'bob'].map(name => client(stage, name));
    for (let of = 0; of < SHARE; of++) expect(await own!.subscribe(asset(of))).toHaveProperty('result');
    for (const uri of [asset(SHARE), 'unreal://log']) {
      const { error } = await more!.subscribe(uri);
      expect(error).toMatchObject({
        message: FULL,
        data: { kind: 'RateLimited', hint: expect.stringContaining('unsubscribe') },
      });
    }
    expect(stage.source.watched).toHaveLength(SHARE);
    for (let of = 0; of < SHARE; of++) expect(await other!.subscribe(asset(of))).toHaveProperty('result');
    await own!.unsubscribe(asset(0));
    expect(await more!.subscribe('unreal://log')).toHaveProperty('result');
    expect((await more!.subscribe(asset(SHARE))).error?.message).toBe(FULL);
    stage.kernel.sessions.end(own!.session, 'gone');
    expect(await more!.subscribe(asset(SHARE))).toHaveProperty('result');
  });

  it('is refused a subscription that names more than is left, of which nothing stays', async () => {
    const stage = await Stage.open({ limits: PERCENT });
    const own = client(stage, 'ada');
    await own.subscribe('unreal://assets');
    const { error } = await listen(
      stage,
      'ada',
      Array.from({ length: SHARE }, (_, of) => asset(of)),
    );
    expect(error).toMatchObject({ message: FULL, data: { kind: 'RateLimited' } });
    expect(stage.source.watched).toEqual([]);
    for (let of = 1; of < SHARE; of++) expect(await own.subscribe(asset(of))).toHaveProperty('result');
    expect((await own.subscribe(asset(SHARE))).error?.message).toBe(FULL);
  });

  it('may watch again what another of its clients watches', async () => {
    const stage = await Stage.open({ limits: PERCENT });
    const [one, two] = [client(stage, 'ada'), client(stage, 'ada')];
    for (let of = 0; of < SHARE - 1; of++) await one.subscribe(asset(of));
    for (let of = 0; of < SHARE - 1; of++) await two.subscribe(asset(of));
    expect(await two.subscribe('unreal://log')).toHaveProperty('result');
    expect((await two.subscribe('unreal://project')).error?.message).toBe(FULL);
  });

  it('is nobody where the server requires no credential', async () => {
    const stage = await Stage.open({ limits: PERCENT });
    const own = client(stage, 'local');
    for (let of = 0; of <= SHARE; of++) expect(await own.subscribe(asset(of))).toHaveProperty('result');
  });
});

describe('the checks of resources that are to be watched', () => {
  it('have a share for each principal, and are made in turns between them', async () => {
    const asked: string[] = [];
    const answers: (() => void)[] = [];
    const source = hall().on('asset.describe', async ({ path }) => {
      asked.push(path);
      await new Promise<void>(resolve => answers.push(resolve));
      return { path, name: 'X', class: 'Blueprint' };
    });
    const answerNext = async () => {
      await vi.waitUntil(() => answers.length === 1, { interval: 1 });
      answers.pop()?.();
    };
    const stage = await Stage.open({ sources: [source], limits: PERCENT });
    const [own, other] = [client(stage, 'ada'), client(stage, 'bob')];
    const uri = (name: string) => `unreal://asset/Game/${name}`;
    const waiting = Array.from({ length: 82 }, (_, of) => own.subscribe(uri(`A${of}`)));
    expect((await own.subscribe(uri('More'))).error).toMatchObject({
      message: expect.stringContaining('82 subscriptions of yours wait for the check'),
      data: { kind: 'RateLimited' },
    });
    const theirs = [other.subscribe(uri('A5')), other.subscribe(uri('B1'))];
    for (let answered = 0; answered < 84; answered++) await answerNext();
    expect(asked.slice(0, 5)).toEqual(['/Game/A0', '/Game/A1', '/Game/A5', '/Game/A2', '/Game/B1']);
    for (const answer of await Promise.all([...waiting, ...theirs])) expect(answer).toHaveProperty('result');
    const again = own.subscribe(uri('More'));
    await answerNext();
    expect(await again).toHaveProperty('result');
  });
});
