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
  it('tells of each change while somebody watches, and of none to begin with', async () => {
    const { there, changed, poller } = lookAt(false);
    poller.watch();
    await round();
    expect(changed).not.toHaveBeenCalled();
    there.state = 'two';
    await round();
    await round();
    expect(changed).toHaveBeenCalledOnce();
  });

  it('looks for as long as one of the watchers is left', async () => {
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

  it('does not tell the next watcher of what happened while nobody watched', async () => {
    const { there, changed, poller } = lookAt(false);
    const stop = poller.watch();
    await round();
    stop();
    there.state = 'two';
    poller.watch();
    await round();
    expect(changed).not.toHaveBeenCalled();
  });

  it('takes nothing from a look that the last watcher did not wait for', async () => {
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

  it('that remembers tells of what happened since somebody looked', async () => {
    const { there, changed, poller } = lookAt(true);
    await poller.poll();
    there.state = 'two';
    poller.watch();
    await round();
    expect(changed).toHaveBeenCalledOnce();
  });

  it('goes on after a look that failed, and says so', async () => {
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
