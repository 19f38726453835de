import { describe, expect, it } from 'vitest';
import { FramesListeners } from './frames-listeners.js';

function failing(message: string): () => void {
  return () => {
    throw new Error(message);
  };
}

describe('a turn', () => {
  it('calls all listeners, and throws the error of one at the end', () => {
    const listeners = new FramesListeners();
    const received: string[] = [];
    const hear = (what: string) => void received.push(what);
    const turn = () =>
      listeners.turn(() => {
        listeners.notify([failing('bug'), hear], 'first');
        listeners.notify([hear], 'second');
      });
    expect(turn).toThrow('bug');
    expect(received).toEqual(['first', 'second']);
    expect(() => listeners.turn(() => {})).not.toThrow();
  });

  it('throws all together where several failed, its own work among them', () => {
    const listeners = new FramesListeners();
    const turn = () =>
      listeners.turn(() => {
        listeners.notify([failing('one'), failing('two')]);
        failing('three')();
      });
    expect(turn).toThrow(AggregateError);
    expect(turn).toThrow(
      expect.objectContaining({ errors: ['one', 'two', 'three'].map(text => new Error(text)) }),
    );
  });

  it('inside another leaves what was thrown to that', () => {
    const listeners = new FramesListeners();
    const steps: string[] = [];
    const turn = () =>
      listeners.turn(() => {
        listeners.notify([failing('bug')]);
        listeners.turn(() => void steps.push('inner'));
        steps.push('outer');
      });
    expect(turn).toThrow('bug');
    expect(steps).toEqual(['inner', 'outer']);
  });

  it('ends although listeners add others', () => {
    const listeners = new FramesListeners();
    const all = new Set<() => void>();
    const breed = () => void all.add(() => breed());
    all.add(breed);
    listeners.turn(() => listeners.notify(all));
    expect(all.size).toBe(2);
  });
});
