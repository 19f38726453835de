import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { stopSignal } from './stop-signal.js';

function listen() {
  const clock = { now: 1_000 };
  const exit = vi.fn<(code?: number) => never>();
  const ours = Object.assign(new EventEmitter(), { exit });
  const stopped = stopSignal(() => clock.now, ours as unknown as NodeJS.Process);
  return { clock, exit, stopped, send: (signal: NodeJS.Signals) => ours.emit(signal, signal) };
}

describe.each<NodeJS.Signals>(['SIGTERM', 'SIGINT', 'SIGHUP'])('%s', signal => {
  it('is a wish to stop', async () => {
    const { send, stopped, exit } = listen();
    send(signal);
    expect(await stopped).toBe(signal);
    expect(exit).not.toHaveBeenCalled();
  });

  it('is the same wish when it arrives twice at once, and impatience later', () => {
    const { send, exit, clock } = listen();
    send(signal);
    clock.now += 199;
    send(signal);
    expect(exit).not.toHaveBeenCalled();
    clock.now += 1;
    send(signal);
    expect(exit).toHaveBeenCalledExactlyOnceWith(130);
  });

  it('ends the process at once after another signal', () => {
    const { send, exit } = listen();
    send(signal === 'SIGINT' ? 'SIGTERM' : 'SIGINT');
    send(signal);
    expect(exit).toHaveBeenCalledExactlyOnceWith(130);
  });
});
