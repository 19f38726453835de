import * as processes from 'node:child_process';
import { EventEmitter } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Engine, EngineEvent, EngineStatus } from '../port/engine.js';
import { until } from '../testing/index.js';
import { Supervisor } from './supervisor.js';

vi.mock(import('node:child_process'), async original => {
  const actual = await original();
  return { ...actual, spawn: vi.fn(actual.spawn) as unknown as typeof actual.spawn };
});

/** An engine that says what the test wants. */
class Spoken {
  #listener: (event: EngineEvent) => void = () => {};
  readonly engine = {
    listen: (listener: (event: EngineEvent) => void) => {
      this.#listener = listener;
      return () => {};
    },
  } as unknown as Engine;

  say(status: EngineStatus): void {
    this.#listener({ kind: 'state', state: { status, since: new Date().toISOString() } });
  }
}

const SLEEP = `"${process.execPath}" -e "setInterval(() => {}, 1000)"`;

function supervise(command: string) {
  const spoken = new Spoken();
  const reasons: string[] = [];
  const lines: string[] = [];
  const note = (_fields: object, message: string) => {
    lines.push(message);
  };
  const debug = (fields: object) => {
    lines.push((fields as { line: string }).line);
  };
  const supervisor = new Supervisor({
    command,
    environment: { PATH: process.env.PATH, WORLDWIRE_PORT: '7' },
    engine: spoken.engine,
    explain: reason => reasons.push(reason),
    log: { debug, info: note, warn: note },
  });
  onTestFinished(() => supervisor.close());
  return { supervisor, spoken, lines, reasons };
}

function lives(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('Supervisor', () => {
  it('gives the engine its environment, and shows what it prints', async () => {
    const { lines } = supervise('echo "port $WORLDWIRE_PORT"; echo trouble >&2; sleep 60');
    await until(async () => lines.includes('port 7') && lines.includes('trouble'));
  });

  it('starts an engine again that ended', async () => {
    const { lines } = supervise('exit 3');
    await until(async () => lines.filter(line => line === 'engine started').length >= 3);
  });

  it('reports how often the command ended, how, and the last line it printed', async () => {
    const { reasons, spoken } = supervise('echo "no such game" >&2; exit 3');
    await until(async () => reasons.length === 2);
    const told = (times: string) =>
      `the engine command ended ${times}, last with code 3; it printed last: no such game`;
    expect(reasons).toEqual([told('once'), told('2 times')]);
    spoken.say('ready');
    await until(async () => reasons.length === 3);
    expect(reasons[2]).toBe(told('once'));
  });

  it.each([
    [
      'the error, and not the place in the code behind it',
      'echo "Godot 4"; echo "ERROR: no locale" >&2; echo "ERROR: no display" >&2; echo "   At: os.cpp:129." >&2',
      'ERROR: no display',
    ],
    ['the last of many lines, where none is an error', 'seq 1 100; echo "the end"', 'the end'],
    [
      'an error of a script',
      'echo "ERROR: no locale"; echo "SCRIPT ERROR: boom"; echo "   At: res://a.gd:5."',
      'SCRIPT ERROR: boom',
    ],
    ['no error that is long past', 'echo "ERROR: once"; seq 1 100', '100'],
  ])('tells of what the command said %s', async (_what, said, words) => {
    const { reasons } = supervise(`${said}; exit 3`);
    await until(async () => reasons.length >= 1);
    expect(reasons[0]).toBe(`the engine command ended once, last with code 3; it printed last: ${words}`);
  });

  it('does not report the output of one engine for the next', async () => {
    const spawned = vi.mocked(processes.spawn);
    const actual = spawned.getMockImplementation() as typeof processes.spawn;
    spawned.mockImplementationOnce((_command, options) => actual('echo "no such game"; exit 3', options));
    const { reasons } = supervise('exit 4');
    await until(async () => reasons.length === 2);
    expect(reasons[1]).toBe('the engine command ended 2 times, last with code 4');
  });

  it.each([
    ['gone', 'whose end is heard of before the end of its link'],
    ['ready', 'in whose place another one linked by itself'],
  ] as const)('starts an engine again after "%s", too: one %s', async (status, _which) => {
    const { spoken, lines } = supervise('exit 3');
    await until(async () => lines.includes('the engine ended'));
    spoken.say(status);
    await until(async () => lines.filter(line => line === 'engine started').length >= 2);
  });

  it('ends the children of an engine that has ended', async () => {
    const { lines } = supervise(`${SLEEP} & echo "left $!"; exit 3`);
    const left = await until(async () => lines.find(line => line.startsWith('left ')));
    await until(async () => !lives(Number(left.slice('left '.length))));
  });

  it('tries again when the system has no room for a process, and can be closed meanwhile', async () => {
    const refused = () => {
      const child = Object.assign(new EventEmitter(), { stdout: null, stderr: null, exitCode: null });
      process.nextTick(() => child.emit('error', new Error('spawn EAGAIN')));
      return child as unknown as processes.ChildProcess;
    };
    vi.mocked(processes.spawn).mockImplementationOnce(refused);
    const { supervisor, lines } = supervise(SLEEP);
    expect(supervisor.pid).toBeUndefined();
    await until(async () => supervisor.pid !== undefined);
    expect(lines).toEqual(['the engine cannot be started', 'engine started']);
    vi.mocked(processes.spawn).mockImplementationOnce(refused);
    await supervise(SLEEP).supervisor.close();
  });

  it('ends an engine whose link is lost and does not return, and starts it again', async () => {
    const { supervisor, spoken } = supervise(SLEEP);
    const first = supervisor.pid;
    spoken.say('ready');
    spoken.say('gone');
    await until(async () => supervisor.pid !== undefined && supervisor.pid !== first);
    expect(lives(first)).toBe(false);
  });

  it('leaves an engine alone whose link returns', async () => {
    const { supervisor, spoken, lines } = supervise(SLEEP);
    const first = supervisor.pid;
    spoken.say('gone');
    spoken.say('ready');
    expect(lives(first)).toBe(true);
    await supervisor.close();
    expect(lines).not.toContain('the engine is killed and started again');
  });

  it('ends the engine and its children, and starts no other', async () => {
    const { supervisor, lines } = supervise(`${SLEEP} & ${SLEEP}`);
    const { pid } = supervisor;
    await until(async () => lives(pid));
    await supervisor.close();
    expect(lives(pid)).toBe(false);
    await until(async () => !lives(-(pid as number)));
    expect(lines.filter(line => line === 'engine started')).toHaveLength(1);
  });
});
