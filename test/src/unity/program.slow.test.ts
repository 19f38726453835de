import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Program, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { EventReader } from '../http/event-reader.js';
import { Explorer } from './explorer.js';
import { LineReader } from './line-reader.js';

interface Served {
  readonly program: Program;
  readonly base: string;
  readonly port: number;
  readonly explorer: Explorer;
  /** The folder of temporary files, with the discovery file. */
  readonly temporary: string;
  readonly data: string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** The real program, as an operator starts it. */
async function serve(flags: readonly string[] = [], home?: string): Promise<Served> {
  const folder = home ?? (await temporaryFolder());
  const [temporary, data] = [join(folder, 'tmp'), join(folder, 'data')];
  await Promise.all([temporary, data].map(path => mkdir(path, { recursive: true })));
  const args = ['serve', 'unity', '--port', '0', '--json', '--data', data, ...flags];
  const program = new Program(args, { env: { TMPDIR: temporary } });
  const { origin, port } = new URL(await program.url());
  return {
    program,
    base: origin,
    port: Number(port),
    explorer: new Explorer(origin),
    temporary,
    data,
    stop: async (signal = 'SIGTERM') => {
      program.kill(signal);
      const { code, stderr } = await program.ended;
      if (code !== 0) throw new Error(`The program ended with ${code}.\n${stderr}`);
    },
  };
}

const NAME = 'unity-explorer-mcp.json';

async function discovered({ temporary }: Served): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(temporary, NAME), 'utf8'));
}

describe('worldwire serve unity', () => {
  it('[UNITY-1.1] [UNITY-2.9] [UNITY-2.10] serves every endpoint on one port', async () => {
    const served = await serve();
    const { base, explorer } = served;
    expect(await explorer.tool('GetStatus')).toMatchObject({ Ready: true });
    expect(await new Explorer(base, {}, '/mcp').tool('GetStatus')).toMatchObject({ Ready: true });
    const read = await fetch(`${base}/read?uri=unity://scenes`);
    expect(await read.json()).toMatchObject({ Total: 3 });
    const streams = [
      await LineReader.begun(base),
      await EventReader.open(`${base}/`, { accept: 'text/event-stream' }),
      await EventReader.open(`${base}/mcp`, { accept: 'text/event-stream' }),
    ];
    await explorer.rpc('ping', {}, 'mirrored');
    for (const stream of streams) {
      await expect.poll(() => stream.messages.some(({ id }) => id === 'mirrored')).toBe(true);
    }
    // Open streams do not keep it from stopping.
    await served.stop();
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    '[UNITY-1.2] tells programs of this machine where it is, until %s',
    async signal => {
      const served = await serve();
      expect(await discovered(served)).toEqual({
        pid: served.program.child.pid,
        baseUrl: served.base,
        port: served.port,
        modeHints: ['streamable-http'],
        startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      });
      expect(
        await new Explorer(String((await discovered(served)).baseUrl)).tool('GetVersion'),
      ).toHaveProperty('McpVersion');
      await served.stop(signal);
      expect(await readdir(served.temporary)).not.toContain(NAME);
    },
  );

  it('[UNITY-1.2] takes the place of a file that a killed one left behind', async () => {
    const home = await temporaryFolder();
    const killed = await serve([], home);
    killed.program.kill('SIGKILL');
    await killed.program.ended;
    expect(await discovered(killed)).toMatchObject({ pid: killed.program.child.pid });
    const served = await serve([], home);
    expect(await discovered(served)).toMatchObject({ pid: served.program.child.pid, port: served.port });
    await served.stop();
    expect(await readdir(served.temporary)).not.toContain(NAME);
  });

  it('[UNITY-1.2] leaves the file to another server when it stops or is killed, until the last one stops', async () => {
    const home = await temporaryFolder();
    const servers = new Map<unknown, Served>();
    for (let count = 0; count < 3; count++) {
      const served = await serve(['--data', await temporaryFolder()], home);
      servers.set(served.program.child.pid, served);
      expect(await discovered(served)).toMatchObject({ pid: served.program.child.pid, port: served.port });
    }
    const [first] = servers.values() as unknown as [Served];
    const named = async () => {
      const found = await discovered(first).catch(() => undefined);
      return servers.get(found?.pid);
    };
    for (const signal of ['SIGTERM', 'SIGKILL', 'SIGTERM'] as const) {
      await expect.poll(named, { timeout: 30_000 }).toBeDefined();
      const { program, explorer } = (await named()) as Served;
      expect(await explorer.tool('GetStatus')).toMatchObject({ Ready: true });
      servers.delete(program.child.pid);
      program.kill(signal);
      await program.ended;
    }
    expect(await readdir(first.temporary)).not.toContain(NAME);
  });

  it('[UNITY-1.2] names the newest of the others as it stops, without waiting for them', async () => {
    const home = await temporaryFolder();
    const start = async () => serve(['--data', await temporaryFolder()], home);
    const others = [await start(), await start()];
    const last = await start();
    // They cannot take the file themselves.
    for (const { program } of others) program.kill('SIGSTOP');
    await last.stop();
    expect(await discovered(last)).toMatchObject({ port: others[1]?.port });
    for (const { program } of others) program.kill('SIGCONT');
    for (const served of others.reverse()) await served.stop();
    expect(await readdir(last.temporary)).toEqual([]);
  });

  it('[UNITY-1.3] [UNITY-4.2.2] keeps its settings in the data folder, with everything closed at first', async () => {
    const home = await temporaryFolder();
    const closed = await serve([], home);
    expect(await closed.explorer.tool('GetConfig')).toMatchObject({
      bindAddress: '127.0.0.1',
      port: closed.port,
      allowWrites: false,
      enableConsoleEval: false,
    });
    const file = join(closed.data, 'unity', 'mcp.config.json');
    const settings = JSON.parse(await readFile(file, 'utf8'));
    expect(settings).toMatchObject({ enabled: true, allowWrites: false, componentAllowlist: [] });
    expect(await closed.explorer.refusal('SetTimeScale', { value: 0 })).toMatchObject({
      kind: 'PermissionDenied',
      hint: expect.stringContaining('--allow writes'),
    });
    await closed.stop();
    const changed = { ...settings, allowWrites: true, componentAllowlist: ['UnityEngine.Light'] };
    await writeFile(file, JSON.stringify(changed));
    const again = await serve([], home);
    // The file has lists; what opens writes is the start flag alone.
    expect(await again.explorer.tool('GetConfig')).toMatchObject({
      allowWrites: false,
      componentAllowlist: ['UnityEngine.Light'],
    });
    await again.stop();
  });

  it.each<[string[], Record<string, boolean>]>([
    [['--allow', 'writes'], { SetTimeScale: true, ConsoleEval: false, SetConfig: false }],
    [['--allow', 'writes', '--allow', 'eval'], { SetTimeScale: true, ConsoleEval: true, SetConfig: false }],
    [['--allow', 'remote-config'], { SetTimeScale: false, ConsoleEval: false, SetConfig: true }],
    [
      ['--read-only', '--allow', 'writes', '--allow', 'remote-config'],
      { SetTimeScale: false, ConsoleEval: false, SetConfig: false },
    ],
  ])('[UNITY-1.3] opens with %j exactly what that says', async (flags, expected) => {
    const served = await serve(flags);
    const calls = {
      SetTimeScale: { value: 1 },
      ConsoleEval: { code: '1' },
      SetConfig: { componentAllowlist: ['UnityEngine.Light'] },
    };
    const allowed = Object.fromEntries(
      await Promise.all(
        Object.entries(calls).map(async ([name, args]) => [
          name,
          (await served.explorer.call(name, args)).body.result.content[0]?.json.ok,
        ]),
      ),
    );
    expect(allowed).toEqual(expected);
    await served.stop();
  });

  it('lets a client open gates with --allow remote-config, and remembers it', async () => {
    const home = await temporaryFolder();
    const served = await serve(['--allow', 'remote-config'], home);
    await served.explorer.tool('SetConfig', { allowWrites: true });
    expect(await served.explorer.tool('SetTimeScale', { value: 2 })).toMatchObject({ ok: true });
    await served.stop();
    const again = await serve(['--allow', 'remote-config'], home);
    expect(await again.explorer.tool('GetConfig')).toMatchObject({ allowWrites: true });
    await again.stop();
    const closed = await serve([], home);
    expect(await closed.explorer.tool('GetConfig')).toMatchObject({ allowWrites: false });
    await closed.stop();
  });
});
