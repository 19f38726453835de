import { execFile } from 'node:child_process';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { audit, ClientJournal, START, UniverseClient } from '../../../scripts/chaos/index.mjs';
import { serve, temporaryFolder } from './servers.js';

const run = promisify(execFile);

const ID = 'full';
const WRITERS = 8;
const FILLER = 'x'.repeat(4_000);
const ENOUGH_REFUSALS = 40;
const LONG = 120_000;

/** A place for the data folder that is soon full, and can be made larger under the running server. */
interface Room {
  readonly data: string;
  readonly fileBlocks?: number;
  enlarge(pid: number): Promise<unknown>;
}

const canMount = await mounts();
const rooms: { readonly name: string; readonly possible: boolean; open(): Promise<Room> }[] = [
  {
    name: `a small tmpfs${canMount ? '' : ' (skipped: this user cannot mount one)'}`,
    possible: canMount,
    async open() {
      const data = await temporaryFolder();
      await mount(data, 'size=3m');
      onTestFinished(() => unmount(data));
      return { data, enlarge: () => mount(data, 'remount,size=64m') };
    },
  },
  {
    name: 'a limit to the size of files',
    possible: process.platform === 'linux',
    open: async () => ({
      data: await temporaryFolder(),
      fileBlocks: 2_048,
      enlarge: pid => run('prlimit', ['--pid', String(pid), '--fsize=unlimited:']),
    }),
  },
];

describe.each(rooms)('a disk that fills up: $name', ({ possible, open }) => {
  it.runIf(possible)(
    'refuses with 503, keeps what was acknowledged, and goes on by itself when there is room',
    async () => {
      const room = await open();
      const { server, origin } = await serve({ store: 'sqlite', ...room });
      const client = new UniverseClient(origin, ID, WRITERS);
      const start = await client.create(START);
      const journal = new ClientJournal();
      await fill(client, journal);
      expect(journal.acknowledged().length).toBeGreaterThan(0);

      const { commands, key } = journal.pending().at(-1)!;
      expect(await client.send(commands, key)).toMatchObject({
        status: 503,
        headers: { 'retry-after': '1' },
        body: { error: { kind: 'NotReady' } },
      });
      const other = new UniverseClient(origin, 'another');
      await expect(
        other.create({ stars: { large: { comet: { filler: FILLER.repeat(50) } } } }),
      ).rejects.toThrow(/^expected 201, got 503/);
      // Reads work, and return exactly the acknowledged state.
      expect(await audit(client, journal, start)).toEqual([]);
      const { state } = await client.read();
      expect(Object.keys(state.stars)).toHaveLength(1 + journal.acknowledged().length);
      await onACopy(room, copy => audit(copy, journal, start));

      await room.enlarge(server.pid);
      const acknowledgedBefore = journal.acknowledged().length;
      for (const operation of journal.pending()) {
        expect(await journal.perform(client, operation)).toBe('acknowledged');
      }
      expect(journal.acknowledged().length).toBeGreaterThan(acknowledgedBefore);
      expect(await audit(client, journal, start)).toEqual([]);
      expect(await other.create({})).toMatchObject({ time: 0 });
      for (const each of [client, other]) each.close();

      await server.kill();
      const next = new UniverseClient((await serve({ store: 'sqlite', data: room.data })).origin, ID);
      expect(await audit(next, journal, start)).toEqual([]);
      next.close();
    },
    LONG,
  );
});

/** Writes until even one at a time is refused: several that share a commit need more room than one. */
async function fill(client: UniverseClient, journal: ClientJournal): Promise<void> {
  let number = 0;
  const write = () => {
    number += 1;
    return journal.perform(client, journal.note([star(`s-${number}`)], `key-${number}`));
  };
  const writeOn = async () => {
    while (journal.unavailable < ENOUGH_REFUSALS) await write();
  };
  await Promise.all(Array.from({ length: WRITERS }, writeOn));
  while ((await write()) === 'acknowledged');
}

/** The files as they lie there, under another server in a folder that has room. */
async function onACopy(
  room: Room,
  look: (client: UniverseClient) => Promise<readonly string[]>,
): Promise<void> {
  const data = await temporaryFolder();
  for (const name of await readdir(room.data)) {
    if (/\.sqlite(-wal)?$/.test(name)) await copyFile(join(room.data, name), join(data, name));
  }
  const { server, origin } = await serve({ store: 'sqlite', data });
  const client = new UniverseClient(origin, ID);
  expect(await look(client)).toEqual([]);
  client.close();
  await server.kill();
}

function star(id: string): object {
  return { type: 'addStar', id, payload: { name: id, comet: { filler: FILLER } } };
}

async function mount(folder: string, options: string): Promise<void> {
  await run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
}

/** Lazily, so that a server that is still ending does not keep it. */
async function unmount(folder: string): Promise<void> {
  await run('umount', ['-l', folder]);
}

async function mounts(): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  // In its own namespace, so that the mount ends with the process.
  const script = 'mount -t tmpfs -o size=1m tmpfs /mnt';
  return run('unshare', ['--mount', 'sh', '-c', script]).then(
    () => true,
    () => false,
  );
}
