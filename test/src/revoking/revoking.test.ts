import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Served, ServeOptions } from 'worldwire';
import { temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { auditOf, serveHere } from '../front-door/garden.js';
import { modern, openSession } from '../harness.js';
import { post, rpc } from '../http/lab.js';
import { Dock } from './dock.js';
import { MORE_OPENERS, OPENERS, type OpenThing, openPage, type Place } from './open-things.js';

const ANN = 'ann-0123456789abcdef';
const BEN = 'ben-0123456789abcdef';
const OLGA = 'olga-0123456789abcdef';
const RIGHTS = 'write operate';
const OTHERS = `ben ${BEN} ${RIGHTS}\nolga ${OLGA} approve\n`;
const ALL = Object.entries({ ...OPENERS, ...MORE_OPENERS });
const PENDING = Symbol('pending');
const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

let dock: Dock;
let tokenFile: string;
let served: Served & { readonly data: string };

async function write(text: string): Promise<void> {
  await writeFile(tokenFile, text, { mode: 0o600 });
}

beforeEach(async () => {
  dock = new Dock();
  tokenFile = join(await temporaryFolder(), 'tokens.txt');
  await write(`ann ${ANN} ${RIGHTS}\n${OTHERS}`);
  const limits = { drainMs: 50 };
  const options = { tokenFile, limits, frames: true, allow: ['writes'], approve: ['destructive'] };
  served = await serveHere(dock.served, {
    ...options,
    port: { dock: 0, main: 0, frames: 0 },
  } as ServeOptions);
});

/** Waits until the audit says what the token file changed. */
async function inForce(said: string): Promise<void> {
  const audit = async () => JSON.stringify(await auditOf(served.data));
  await vi.waitFor(async () => expect(await audit()).toContain(said), { timeout: 20_000 });
}

async function asked(): Promise<string> {
  const headers = { authorization: `Bearer ${OLGA}` };
  return (await fetch(new URL('/operator/approvals', served.url), { headers })).text();
}

/** One of every kind, opened with one token. */
async function openAll(token: string, key: string): Promise<ReadonlyMap<string, OpenThing>> {
  const place: Place = { served, dock, token, key, asked };
  const things = new Map<string, OpenThing>();
  for (const [name, open] of ALL) things.set(name, await open(place));
  return things;
}

async function isOpen({ ended }: OpenThing): Promise<boolean> {
  return (await Promise.race([ended, new Promise(resolve => setImmediate(resolve, PENDING))])) === PENDING;
}

async function stillOpen(things: ReadonlyMap<string, OpenThing>): Promise<string[]> {
  const open: string[] = [];
  for (const [name, thing] of things) if (await isOpen(thing)) open.push(name);
  return open;
}

function status(token: string): Promise<number> {
  const request = modern('tools/list', {}, { headers: { authorization: `Bearer ${token}` } });
  return fetch(served.url, request).then(response => response.status);
}

describe('everything that was opened with a token ends', () => {
  it.each([
    ['when its line is removed', OTHERS],
    ['when its rights are changed to none', `ann ${ANN} elsewhere:read\n${OTHERS}`],
    ['when its hash is replaced', `ann ann-new-0123456789abcdef ${RIGHTS}\n${OTHERS}`],
    ['when it has another name', `eve ${ANN} ${RIGHTS}\n${OTHERS}`],
    ['when its date has passed', `ann ${ANN} ${RIGHTS} expires=2020-01-31\n${OTHERS}`],
    ['although another token has its name', `ann ann-new-0123456789abcdef ${RIGHTS}\n${OTHERS}`],
  ])('%s, and what others opened does not', async (_when, text) => {
    const [mine, others] = [await openAll(ANN, 'ann'), await openAll(BEN, 'ben')];
    expect(await stillOpen(mine)).toEqual(ALL.map(([name]) => name));
    await write(text);
    const ends = [...mine].map(async ([name, { ended }]) => `${name}: ${await ended}`);
    for (const end of await Promise.all(ends)) {
      if (/^(a call|a request|a write|subscriptions)/.test(end) && !end.includes('console'))
        expect(end).toMatch(/The token/);
    }
    expect(await stillOpen(others)).toEqual(ALL.map(([name]) => name));
    await vi.waitFor(async () =>
      expect(await auditOf(served.data)).toContainEqual(
        expect.objectContaining({ tool: 'sink', principal: 'ann', outcome: 'cancelled' }),
      ),
    );
    expect(await asked()).not.toContain('ann sink');
    expect(await asked()).toContain('ben sink');
  });

  it('when it expires while the server runs, without a change of the file', async () => {
    const [mine, others] = [await openAll(ANN, 'ann'), await openAll(BEN, 'ben')];
    const expires = new Date(Date.now() + 2_000).toISOString();
    await write(`ann ${ANN} ${RIGHTS} expires=${expires}\n${OTHERS}`);
    await Promise.all([...mine.values()].map(({ ended }) => ended));
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires));
    expect(await stillOpen(others)).toEqual(ALL.map(([name]) => name));
    expect(await status(ANN)).toBe(401);
    await vi.waitFor(async () =>
      expect(await auditOf(served.data)).toContainEqual(
        expect.objectContaining({ kind: 'tokens', what: 'token expired', details: { expired: ['ann'] } }),
      ),
    );
  });

  it('and its next request gets 401, a request of another token its answer', async () => {
    const mine = await openAll(ANN, 'ann');
    await write(OTHERS);
    await Promise.all([...mine.values()].map(({ ended }) => ended));
    expect([await status(ANN), await status(BEN)]).toEqual([401, 200]);
  });
});

describe('a second token of the same name', () => {
  const SECOND = 'ann-second-0123456789abcdef';

  it('keeps what it opened itself', async () => {
    await write(`ann ${ANN} ${RIGHTS}\nann ${SECOND} ${RIGHTS}\n${OTHERS}`);
    await inForce('"added":["ann"]');
    const [first, second] = [await openAll(ANN, 'first'), await openAll(SECOND, 'second')];
    await write(`ann ${SECOND} ${RIGHTS}\n${OTHERS}`);
    await Promise.all([...first.values()].map(({ ended }) => ended));
    expect(await stillOpen(second)).toEqual(ALL.map(([name]) => name));
  });

  it('does not read the results of tasks that the first one started', async () => {
    await write(`ann ${ANN} ${RIGHTS}\nann ${SECOND} ${RIGHTS}\n${OTHERS}`);
    await inForce('"added":["ann"]');
    dock.berth('voyage').open();
    const headers = (token: string) => ({
      headers: { authorization: `Bearer ${token}` },
      capabilities: TASKS,
    });
    const start = modern('tools/call', { name: 'sail', arguments: { key: 'voyage' } }, headers(ANN));
    const { result } = (await (await fetch(served.url, start)).json()) as { result: { taskId: string } };
    const read = async () =>
      (await fetch(served.url, modern('tasks/get', { taskId: result.taskId }, headers(SECOND)))).text();
    await vi.waitFor(async () => expect(await read()).toContain('sailed'));
    const session = await openSession(served.url, '2025-11-25', {}, { authorization: `Bearer ${ANN}` });
    await write(`ann ${SECOND} ${RIGHTS}\n${OTHERS}`);
    await inForce('"changed":["ann"]');
    expect(await read()).toContain('not the id of one of your tasks');
    const reused = { ...session, authorization: `Bearer ${SECOND}` };
    expect((await post(served.url, reused, rpc('ping'))).status).toBe(404);
  });
});

describe('a write in flight', () => {
  it('that is cancelled by the end of its token has its outcome in the audit when its handler returns', async () => {
    const open = OPENERS['a write'] as (typeof OPENERS)[string];
    const writing = await open({ served, dock, token: ANN, key: 'ann', asked });
    await write(OTHERS);
    expect(await writing.ended).toContain('The token was revoked.');
    dock.berth('ann write').open();
    await vi.waitFor(async () =>
      expect(await auditOf(served.data)).toContainEqual(
        expect.objectContaining({ tool: 'load', principal: 'ann', outcome: 'done', unread: true }),
      ),
    );
  });
});

describe('a session of the console that ends', () => {
  it('ends what was opened with it, and nothing that its token opened elsewhere', async () => {
    const others = await openAll(ANN, 'ann');
    const { page, ...open } = await openPage({ served, dock, token: ANN, key: 'page', asked });
    const things = await Promise.all([open.stream(), open.listen(), open.call(), open.callOfSession()]);
    expect(await page.status('DELETE', 'session')).toBe(204);
    await Promise.all(things.map(({ ended }) => ended));
    expect(await stillOpen(others)).toEqual(ALL.map(([name]) => name));
  });
});
