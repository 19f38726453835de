import { describe, expect, it } from 'vitest';
import { Allowance } from './allowance.js';

const allowance = () => new Allowance({ total: 100, perPrincipal: 60 });

describe('Allowance', () => {
  it('counts what each principal takes and releases', () => {
    const subject = allowance();
    expect([subject.take('ada', 40), subject.take('bob', 30)]).toEqual([true, true]);
    subject.release('ada', 10);
    expect([subject.held('ada'), subject.held('bob'), subject.total]).toEqual([30, 30, 60]);
  });

  it('refuses more than one principal may hold, and counts nothing of it', () => {
    const subject = allowance();
    subject.take('ada', 60);
    expect(subject.exceeded('ada', 1)).toBe('perPrincipal');
    expect(subject.take('ada', 1)).toBe(false);
    expect([subject.held('ada'), subject.total]).toEqual([60, 60]);
  });

  it('refuses more than all principals may hold together', () => {
    const subject = allowance();
    subject.take('ada', 60);
    expect(subject.exceeded('bob', 41)).toBe('total');
    expect([subject.take('bob', 41), subject.take('bob', 40)]).toEqual([false, true]);
  });

  it('names the principal that holds most', () => {
    const subject = allowance();
    expect(subject.largest).toBeUndefined();
    subject.take('ada', 10);
    subject.take('bob', 20);
    expect(subject.largest).toBe('bob');
    subject.release('bob', 20);
    expect(subject.largest).toBe('ada');
  });

  it('throws where more is released than was taken', () => {
    const subject = allowance();
    subject.take('ada', 5);
    expect(() => subject.release('ada', 6)).toThrow(RangeError);
    expect(subject.total).toBe(5);
  });
});
