import { expect, it } from 'vitest';
import { ApprovedServer } from '../../../apps/worldwire/src/testing/approvals.js';
import { temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';

const KILLS = 30;
const WRITERS = 8;
/** Answers of a server before it is killed while others are on their way. */
const MOST_ANSWERS = 12;

interface Entry {
  readonly Id: number;
  readonly Tool: string;
  readonly Arguments: { readonly path?: string };
  readonly Outcome: string;
}

interface Written {
  readonly path: string;
  readonly operationKey: string;
  readonly content: string;
}

type Answer = Record<string, unknown> & {
  readonly error?: { readonly kind: string; readonly message: string };
};

async function ask(server: ApprovedServer, name: string, args: object): Promise<Answer> {
  return (await server.send(name, args)).structuredContent as unknown as Answer;
}

/** Writes until the server is gone. Returns what was sent, and which of it was answered. */
async function writeUntilKilled(server: ApprovedServer, cycle: number) {
  const sent: Written[] = [];
  const answered = new Map<string, Answer>();
  const wanted = 1 + ((cycle * 7) % MOST_ANSWERS);
  const writer = async (name: number) => {
    for (let count = 0; ; count++) {
      const path = `c${cycle}-${name}-${count}.cs`;
      const written = { path, operationKey: `key-${path}`, content: `return "${path}";` };
      sent.push(written);
      try {
        answered.set(path, await ask(server, 'WriteConsoleScript', written));
      } catch {
        return;
      }
      if (answered.size >= wanted) server.program.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, name) => writer(name)));
  await server.program.ended;
  return { sent, answered };
}

it('a server of unity that is killed does nothing twice, says which outcome is unknown, and undoes none of them', async () => {
  const cwd = await temporaryFolder();
  const flags = ['--allow', 'writes', '--approve', 'none'];
  let unknown = 0;
  for (let cycle = 0; cycle < KILLS; cycle++) {
    const { sent, answered } = await writeUntilKilled(
      await ApprovedServer.start('unity', { flags, cwd }),
      cycle,
    );
    const server = await ApprovedServer.start('unity', { flags, cwd });
    const entriesOf = async (path: string) => {
      const { Items } = (await ask(server, 'ListJournal', { limit: 200 })) as unknown as { Items: Entry[] };
      return Items.filter(({ Arguments }) => Arguments.path === path);
    };
    for (const written of sent) {
      const before = await entriesOf(written.path);
      expect(before.length, written.path).toBeLessThanOrEqual(1);
      const retried = await ask(server, 'WriteConsoleScript', written);
      const first = answered.get(written.path);
      const [entry] = before;
      if (first !== undefined) expect(retried).toEqual(first);
      if (entry?.Outcome === 'unsure') {
        unknown++;
        expect(retried.error?.message).toMatch(/^It is unknown whether this WriteConsoleScript was done/);
        const undone = await ask(server, 'UndoWrite', { id: entry.Id });
        expect(undone.error).toMatchObject({
          kind: 'Conflict',
          message: `It is unknown whether revision ${entry.Id} (WriteConsoleScript) was done.`,
        });
        continue;
      }
      expect(retried.error, written.path).toBeUndefined();
      const done = (await entriesOf(written.path)).filter(({ Outcome }) => Outcome === 'done');
      expect(done, written.path).toHaveLength(1);
      const { Content } = await ask(server, 'ReadConsoleScript', { path: written.path });
      expect(Content).toBe(written.content);
    }
    server.program.kill('SIGKILL');
    await server.program.ended;
  }
  expect(unknown).toBeGreaterThan(0);
}, 600_000);
