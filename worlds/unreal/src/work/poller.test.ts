import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Poller } from './poller.js';

const ROUND_MS = 500;
const round = () => vi.advanceTimersByTimeAsync(ROUND_MS);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function lookAt(remembers: boolean) {
  const there = { state: 'one' };
  const changed = vi.fn<() => void>();
  const failed = vi.fn<(thrown: Error) => void>();
  const print = vi.fn(async () => there.state);
  return { there, changed, failed, print, poller: new Poller({ print, changed, failed, remembers }) };
}

describe('a poller', () => {
  it('reports each change while it is watched, and none at first', async () => {
    const { there, changed, poller } = lookAt(false);
    poller.watch();
    await round();
    expect(changed).not.toHaveBeenCalled();
    there.state = 'two';
    await round();
    await round();
    expect(changed).toHaveBeenCalledOnce();
  });

  it('polls until the last watcher has left', async () => {
    const { print, poller } = lookAt(false);
    const [stop, stopOther] = [poller.watch(), poller.watch()];
    stop();
    stop();
    await round();
    expect(print).toHaveBeenCalledTimes(2);
    stopOther();
    await round();
    expect(print).toHaveBeenCalledTimes(2);
  });

  it('does not report changes from before the first watcher', async () => {
    const { there, changed, poller } = lookAt(false);
    const stop = poller.watch();
    await round();
    stop();
    there.state = 'two';
    poller.watch();
    await round();
    expect(changed).not.toHaveBeenCalled();
  });

  it('ignores a poll that ends after the last watcher has left', async () => {
    const { there, changed, print, poller } = lookAt(false);
    let late: (found: string) => void = () => {};
    print.mockImplementationOnce(() => new Promise(resolve => (late = resolve)));
    poller.watch()();
    there.state = 'two';
    poller.watch();
    await round();
    late('one');
    await round();
    await round();
    expect(changed).not.toHaveBeenCalled();
  });

  it('with memory reports changes since the last poll', async () => {
    const { there, changed, poller } = lookAt(true);
    await poller.poll();
    there.state = 'two';
    poller.watch();
    await round();
    expect(changed).toHaveBeenCalledOnce();
  });

  it('continues after a failed poll, and logs it', async () => {
    const { there, changed, failed, print, poller } = lookAt(false);
    poller.watch();
    await round();
    print.mockRejectedValueOnce(new Error('no disk'));
    await round();
    expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('no disk'));
    there.state = 'two';
    await round();
    expect(changed).toHaveBeenCalledOnce();
  });
});
