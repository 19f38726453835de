import { describe, expect, it } from 'vitest';
import { FramesListeners } from './frames-listeners.js';

function failing(message: string): () => void {
  return () => {
    throw new Error(message);
  };
}

describe('a turn', () => {
  it('tells everybody, and throws what one of them threw when it is over', () => {
    const listeners = new FramesListeners();
    const heard: string[] = [];
    const hear = (what: string) => void heard.push(what);
    const turn = () =>
      listeners.turn(() => {
        listeners.tell([failing('bug'), hear], 'first');
        listeners.tell([hear], 'second');
      });
    expect(turn).toThrow('bug');
    expect(heard).toEqual(['first', 'second']);
    expect(() => listeners.turn(() => {})).not.toThrow();
  });

  it('throws all together where several failed, its own work among them', () => {
    const listeners = new FramesListeners();
    const turn = () =>
      listeners.turn(() => {
        listeners.tell([failing('one'), failing('two')]);
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
        listeners.tell([failing('bug')]);
        listeners.turn(() => void steps.push('inner'));
        steps.push('outer');
      });
    expect(turn).toThrow('bug');
    expect(steps).toEqual(['inner', 'outer']);
  });

  it('ends although those who are told bring in others', () => {
    const listeners = new FramesListeners();
    const all = new Set<() => void>();
    const breed = () => void all.add(() => breed());
    all.add(breed);
    listeners.turn(() => listeners.tell(all));
    expect(all.size).toBe(2);
  });
});
