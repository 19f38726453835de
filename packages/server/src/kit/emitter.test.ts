import { describe, expect, it } from 'vitest';
import { Emitter } from './emitter.js';

describe('an emitter', () => {
  it('passes events to its listeners in the order in which they subscribed', () => {
    const received: string[] = [];
    const emitter = new Emitter<number>();
    emitter.subscribe(event => received.push(`a${event}`));
    emitter.subscribe(event => received.push(`b${event}`));
    emitter.emit(1);
    expect(received).toEqual(['a1', 'b1']);
  });

  it('calls a listener that subscribed twice until both have ended', () => {
    let calls = 0;
    const emitter = new Emitter<void>();
    const listener = () => void calls++;
    const stops = [emitter.subscribe(listener), emitter.subscribe(listener)];
    emitter.emit();
    expect(calls).toBe(2);
    stops[0]?.();
    stops[0]?.();
    emitter.emit();
    expect(calls).toBe(3);
    expect(emitter.size).toBe(1);
  });

  it('does not call a listener that another one unsubscribed during the same event', () => {
    const emitter = new Emitter<void>();
    let called = false;
    emitter.subscribe(() => stop());
    const stop = emitter.subscribe(() => {
      called = true;
    });
    emitter.emit();
    expect(called).toBe(false);
  });

  it('has no listeners after it was cleared', () => {
    const emitter = new Emitter<void>();
    emitter.subscribe(() => expect.unreachable());
    emitter.clear();
    emitter.emit();
  });
});
