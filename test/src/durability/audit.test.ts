import { describe, expect, it } from 'vitest';
import {
  audit,
  ClientJournal,
  type Operation,
  START,
  UniverseClient,
} from '../../../scripts/chaos/index.mjs';
import { Universe } from '../../../worlds/universe/src/domain/index.js';

const TICK = { type: 'tick', dt: 1 };
const ADD = { type: 'addStar', id: 'a', payload: { name: 'a' } };

/** A server whose records and answers the test controls separately. */
class Pretender extends UniverseClient {
  readonly #universe = Universe.from(START);
  readonly start = this.#universe.snapshot();
  entries: { revision: number; operationKey?: string; command: { type: string }; changes: unknown }[] = [];

  constructor() {
    super('http://server.invalid', 'pretended');
  }

  record(command: object, operationKey?: string): number {
    const revision = this.entries.length + 1;
    const outcome = this.#universe.apply(command);
    this.entries.push({ revision, ...(operationKey && { operationKey }), ...outcome });
    return revision;
  }

  override async send([command]: readonly object[], key?: string) {
    return { status: 200, headers: {}, body: { revision: this.record(command as object, key) } };
  }

  override async read() {
    return { state: this.#universe.snapshot() as never, revision: this.entries.length };
  }

  override async changes() {
    return this.entries;
  }

  override async history() {
    return this.entries.toReversed();
  }
}

describe('the audit', () => {
  const served = async () => {
    const journal = new ClientJournal();
    const server = new Pretender();
    const send = async (command: object, key: string): Promise<Operation> => {
      const operation = journal.note([command], key);
      await journal.perform(server, operation);
      return operation;
    };
    const tick = await send(TICK, 'one');
    await send(ADD, 'two');
    return { journal, server, tick, verdict: () => audit(server, journal, server.start as never, 1) };
  };

  it('finds nothing wrong where nothing is', async () => {
    const { verdict } = await served();
    expect(await verdict()).toEqual([]);
  });

  it('notices an acknowledged command that is missing', async () => {
    const { server, verdict } = await served();
    server.entries.pop();
    expect((await verdict()).join('\n')).toMatch(/lost: two/);
  });

  it('notices a command that was recorded twice', async () => {
    const { server, verdict } = await served();
    server.record(TICK, 'one');
    expect((await verdict()).join('\n')).toMatch(/doubled: no operation has .*tick.* at 3/);
  });

  it('notices a command in the place of an acknowledged one', async () => {
    const { server, verdict } = await served();
    server.entries[0] = { ...server.entries[1]!, revision: 1 };
    expect((await verdict()).join('\n')).toMatch(/wrong command: .*addStar.* is at 1 instead of one/);
  });

  it('notices a gap in the revisions', async () => {
    const { server, verdict } = await served();
    server.entries[1] = { ...server.entries[1]!, revision: 3 };
    expect((await verdict()).join('\n')).toMatch(/changes: revision 3 is in the place of 2/);
  });

  it('notices a state that the log does not lead to', async () => {
    const { server, verdict } = await served();
    server.entries[0] = { ...server.entries[0]!, changes: [] };
    expect((await verdict()).join('\n')).toMatch(/a replay of the log gives another state/);
  });

  it('notices a retry that was done again', async () => {
    const { journal, server, tick, verdict } = await served();
    await journal.perform(server, tick);
    expect((await verdict()).join('\n')).toMatch(/one .* was done again at 3, after 1/);
  });
});
