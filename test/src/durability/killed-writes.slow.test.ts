import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callTool, resultOf, type ToolResult } from '../../../apps/worldwire/src/testing/client.js';
import { Program, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import type { FakeRequest } from '../unreal/fake-editor/fake-editor.js';
import { FakeEditor } from '../unreal/fake-editor/index.js';

const ROUNDS = 30;
const MOMENTS = ['after a while', 'before the effect', 'after the effect', 'after the answer'] as const;
/** A write takes some milliseconds. */
const LONGEST_MS = 40;
const KEPT_GARDEN = fileURLToPath(new URL('../fixtures/kept-garden.mjs', import.meta.url));

interface Call {
  readonly tool: string;
  readonly args: object;
}

/** A world whose effects outlive its server. */
interface Lasting {
  readonly world: readonly string[];
  /** A write that must not be done twice. */
  write(round: number, part: number): Call;
  begin?(): void;
  /** How often it was done in this round. */
  count(round: number): Promise<number>;
  /** Resolves in a write of this round, before its first effect or after it. */
  reached(
    moment: 'before the effect' | 'after the effect',
    program: Program,
    round: number,
  ): Promise<unknown>;
}

async function lastingEditor(): Promise<Lasting> {
  const editor = await FakeEditor.start();
  onTestFinished(() => editor.stop());
  const isSpawn = ({ path, body }: FakeRequest) =>
    path === '/remote/object/call' &&
    String((body as { functionName?: string }).functionName).startsWith('SpawnActor');
  let counted = editor.project.openActors.length;
  return {
    world: ['unreal', '--editor', editor.url],
    write: (round, part) => ({
      tool: 'spawn_actor',
      args: { class: 'PointLight', name: `Lamp${round}_${part}` },
    }),
    count: async () => editor.project.openActors.length - counted,
    begin: () => {
      counted = editor.project.openActors.length;
    },
    reached: moment => {
      if (moment === 'before the effect') editor.fail('hang', isSpawn, 1);
      return editor.received(isSpawn);
    },
  };
}

async function lastingGarden(cwd: string): Promise<Lasting> {
  return {
    world: [KEPT_GARDEN],
    write: (round, part) => ({ tool: 'water', args: { bed: `bed${round}_${part}`, litres: 1 } }),
    count: async round => {
      const lines = (await readFile(join(cwd, 'beds.log'), 'utf8').catch(() => '')).split('\n');
      return lines.filter(line => line.startsWith(`bed${round}_`)).length;
    },
    reached: (moment, program, round) =>
      program.line('stderr', `${moment === 'before the effect' ? 'before' : 'after'} bed${round}_`),
  };
}

class Killed {
  readonly #served: Program;

  private constructor(
    readonly program: Program,
    readonly url: string,
  ) {
    this.#served = program;
  }

  static async start({ world }: Lasting, cwd: string): Promise<Killed> {
    const flags = ['--port', '0', '--json', '--data', 'data', '--store', 'sqlite', '--allow', 'writes'];
    const program = new Program(['serve', ...world, ...flags], { cwd });
    return new Killed(program, await program.url());
  }

  async call({ tool, args }: Call): Promise<ToolResult> {
    return resultOf(await callTool(this.url, tool, args));
  }

  async kill(): Promise<void> {
    this.#served.kill('SIGKILL');
    await this.#served.ended;
  }
}

function textOf({ content }: ToolResult): string {
  return content.map(({ text }) => text).join('\n');
}

/** One write alone, then two as a batch, and so on. */
function callOf(lasting: Lasting, round: number): { readonly call: Call; readonly effects: number } {
  const operationKey = `key-${round}`;
  const parts = [0, 1].map(part => lasting.write(round, part)) as [Call, Call];
  const [{ tool, args }] = parts;
  if (round % 2 === 0) return { call: { tool, args: { ...args, operationKey } }, effects: 1 };
  const writes = parts.map(part => ({ tool: part.tool, arguments: part.args }));
  return { call: { tool: 'batch', args: { writes, operationKey } }, effects: 2 };
}

/** Kills the server at a moment of the write. Returns whether its client got the answer. */
async function killed(server: Killed, lasting: Lasting, call: Call, round: number): Promise<boolean> {
  const moment = MOMENTS[Math.floor(round / 2) % MOMENTS.length] as (typeof MOMENTS)[number];
  const isInside = moment === 'before the effect' || moment === 'after the effect';
  const reached = isInside ? lasting.reached(moment, server.program, round) : undefined;
  const answer = server.call(call).then(
    result => !result.isError,
    () => false,
  );
  if (isInside) await reached;
  else if (moment === 'after the answer') await answer;
  else await delay(Math.random() * LONGEST_MS);
  await server.kill();
  return answer;
}

const WORLDS = [
  ['unreal, on a fake editor', () => lastingEditor()],
  ['a world of defineWrite, on SQLite', (cwd: string) => lastingGarden(cwd)],
] as const;

describe.each(WORLDS)('%s', (_, open) => {
  it(`does no write twice that was killed, and says which outcome is unknown, ${ROUNDS} times`, async () => {
    const cwd = await temporaryFolder();
    const lasting = await open(cwd);
    let server = await Killed.start(lasting, cwd);
    const fates = { unknown: 0, done: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      lasting.begin?.();
      const { call, effects } = callOf(lasting, round);
      const isAnswered = await killed(server, lasting, call, round);
      const found = await lasting.count(round);
      expect(found).toBeLessThanOrEqual(effects);

      server = await Killed.start(lasting, cwd);
      const { items } = JSON.parse(
        textOf(await server.call({ tool: 'list_writes', args: { limit: 1 } })),
      ) as {
        items: { revision: number; outcome: string; tool: string }[];
      };
      const retried = await server.call(call);
      const now = await lasting.count(round);
      if (retried.isError !== true) {
        fates.done++;
        expect(now).toBe(effects);
        // What was begun and has no outcome is never tried again.
        expect([0, effects]).toContain(found);
        continue;
      }
      fates.unknown++;
      expect(isAnswered).toBe(false);
      expect(textOf(retried)).toMatch(/^Conflict: It is unknown whether this \w+ was done/);
      expect(now).toBe(found);
      expect(items[0]).toMatchObject({ outcome: 'unsure', tool: call.tool });
      const undo = { tool: 'undo_write', args: { revision: items[0]?.revision } };
      expect(textOf(await server.call(undo))).toMatch(/^Conflict: It is unknown whether revision \d+/);
      expect(await lasting.count(round)).toBe(found);
    }
    expect(fates.unknown).toBeGreaterThan(5);
    expect(fates.done).toBeGreaterThan(5);
    await server.kill();
  }, 300_000);
});
