import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PROGRAM } from '../testing/program.js';
import { project } from '../testing/project.js';

const LINUX = process.platform === 'linux';
const FLAGS = 'lighthouse --port 0 --json';

interface Launched {
  readonly outer: ChildProcess;
  readonly server: { readonly url: string; readonly pid: number };
  /** The line of the log that says which processes it ends with. */
  readonly logged: Promise<string>;
}

/** Starts the server through other programs, and waits until it listens. */
async function launch(command: string, args: readonly string[], cwd: string): Promise<Launched> {
  const outer = start(command, args, cwd);
  const logged = find(outer.stderr, '"launchers"');
  const server = JSON.parse(await find(outer.stdout, '"wire":"http"')) as Launched['server'];
  onTestFinished(() => end(server.pid));
  return { outer, server, logged };
}

function start(command: string, args: readonly string[], cwd: string) {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: cwd,
    WORLDWIRE_STORE: 'memory',
    WORLDWIRE_LOG_LEVEL: 'debug',
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  };
  const outer = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void outer.kill('SIGKILL'));
  return outer;
}

/** With a command behind the last one of ours, so that every shell stays and waits. */
function writeScript(folder: string, commands: string): Promise<void> {
  return writeFile(join(folder, 'start.sh'), `#!/bin/sh\n${commands}\n:\n`, { mode: 0o755 });
}

/** The first line that has the text. Reads on, so that nothing waits for room in the pipe. */
function find(stream: Readable, wanted: string): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface({ input: stream })
      .on('line', line => line.includes(wanted) && resolve(line))
      .on('close', () => reject(new Error(`No line had ${wanted}.`)));
  });
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended, which is what the test was about.
  }
}

async function isFree({ url }: Launched['server']): Promise<boolean> {
  const probe = createServer().listen({
    host: '127.0.0.1',
    port: Number(new URL(url).port),
    exclusive: true,
  });
  const free = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  probe.close();
  return free;
}

// Windows has no signals to pass on, and ends the processes of a console together.
describe.runIf(process.platform !== 'win32')('a server that was started through', () => {
  describe.each<readonly [how: string, command: string, args: readonly string[]]>([
    ['npm start', 'npm', ['start', '--', ...FLAGS.split(' ')]],
    ['npx worldwire serve', 'npx', ['worldwire', 'serve', ...FLAGS.split(' ')]],
    ["sh -c 'npm start'", 'sh', ['-c', `npm start -- ${FLAGS}`]],
    ["sh -c 'npx worldwire serve; true'", 'sh', ['-c', `npx worldwire serve ${FLAGS}; true`]],
    ["sh -c 'node worldwire.js serve'", 'sh', ['-c', `node ${PROGRAM} serve ${FLAGS}; true`]],
    ['sh -c with a quoted &', 'sh', ['-c', `echo "a&b"; npm start -- ${FLAGS}`]],
    // Elsewhere the file that a shell reads cannot be found.
    ...(LINUX
      ? ([
          ['sh start.sh', 'sh', ['start.sh']],
          ['a script that is executable', './start.sh', []],
          ['bash start.sh', 'bash', ['start.sh']],
        ] as const)
      : []),
  ])('%s', (_how, command, args) => {
    it.each(['SIGTERM', 'SIGKILL'] as const)(
      'ends after %s to the outer process',
      async signal => {
        const cwd = await project();
        await writeScript(cwd, `mkdir -p below\ncd below\nnpm --prefix .. start -- ${FLAGS}`);
        const { outer, server } = await launch(command, args, cwd);
        // The server holds the pipe that is its standard output: it is closed when the last of them has ended.
        const closed = once(outer, 'close');
        outer.kill(signal);
        await closed;
        expect(await isFree(server)).toBe(true);
      },
      60_000,
    );
  });

  // A configuration file that is a pipe makes the server wait in the middle of its start.
  describe.each(['SIGTERM', 'SIGKILL'] as const)('npm start', signal => {
    it.runIf(LINUX)(
      `ends after ${signal} to npm before the server listens`,
      async () => {
        const cwd = await project();
        const config = join(cwd, 'config.json');
        await promisify(execFile)('mkfifo', [config]);
        const npm = start('npm', ['start', '--', ...FLAGS.split(' '), '--config', config], cwd);
        let output = '';
        npm.stdout.on('data', chunk => {
          output += chunk;
        });
        onTestFinished(() => {
          const pid = /"pid":(\d+)/.exec(output)?.[1];
          if (pid !== undefined) end(Number(pid));
        });
        npm.stderr.resume();
        const [exited, closed] = [once(npm, 'exit'), once(npm, 'close')];
        // Opens when the server has opened its end.
        const pipe = await open(config, 'w');
        expect(output).not.toContain('listening');
        npm.kill(signal);
        await exited;
        await pipe.writeFile('{}');
        await pipe.close();
        await closed;
      },
      60_000,
    );
  });

  it.each([
    ['a shell that leaves it in the background', 'sh', ['-c', `node ${PROGRAM} serve ${FLAGS} & wait`]],
    [
      'a shell that leaves npm in the background',
      'sh',
      ['-c', `npm start -- ${FLAGS} & wait`],
      ['shell', 'npm'],
    ],
    ['nohup in a shell', 'sh', ['-c', `nohup node ${PROGRAM} serve ${FLAGS}; true`]],
    ['a script that leaves it in the background', 'sh', ['start.sh']],
    ['a program that is no launcher', process.execPath, [PROGRAM, 'serve', ...FLAGS.split(' ')]],
  ])(
    '%s does not end with that',
    async (_how, command, args, launchers: readonly string[] = []) => {
      const cwd = await project();
      await writeScript(cwd, `node ${PROGRAM} serve ${FLAGS} &\nwait`);
      const { logged } = await launch(command, args, cwd);
      const line = JSON.parse(await logged) as { launchers: readonly { kind: string }[] };
      expect(line.launchers.map(({ kind }) => kind)).toEqual(launchers);
    },
    60_000,
  );
});
