import { describe, expect, it, onTestFinished } from 'vitest';
import type { Engine, EngineEvent, EngineStatus } from '../engine.js';
import { until } from '../testing/index.js';
import { Supervisor } from './supervisor.js';

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

function supervise(command: string): { supervisor: Supervisor; spoken: Spoken; lines: string[] } {
  const spoken = new Spoken();
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
    log: { debug, info: note, warn: note },
  });
  onTestFinished(() => supervisor.close());
  return { supervisor, spoken, lines };
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
    expect(lines).not.toContain('the engine is ended and started again');
  });

  it('takes the engine and all it started with it, and starts nothing more', async () => {
    const { supervisor, lines } = supervise(`${SLEEP} & ${SLEEP}`);
    const { pid } = supervisor;
    await until(async () => lives(pid));
    await supervisor.close();
    expect(lives(pid)).toBe(false);
    await until(async () => !lives(-(pid as number)));
    expect(lines.filter(line => line === 'engine started')).toHaveLength(1);
  });
});
