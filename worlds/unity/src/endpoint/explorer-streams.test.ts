import type { FeedReader, WebFeed } from '@worldwire/server';
import { describe, expect, it } from 'vitest';
import { ExplorerStreams } from './explorer-streams.js';

const MIB = 1024 * 1024;

/** A reader that takes nothing until it is let. */
class Stalled implements FeedReader {
  drained: (() => void) | undefined;
  readonly frames: string[] = [];
  takes = false;
  readonly stop: () => void;

  constructor(feed: WebFeed) {
    this.stop = feed.start(this);
  }

  write(frames: string): boolean {
    this.frames.push(frames);
    return this.takes;
  }

  end(): void {}

  /** What waited for it, in characters. */
  get waited(): number {
    this.frames.length = 0;
    this.takes = true;
    this.drained?.();
    return this.frames.reduce((sum, { length }) => sum + length, 0);
  }
}

function streams() {
  const warnings: string[] = [];
  const made = new ExplorerStreams({ warn: (_, message) => warnings.push(message) });
  return { made, warnings, stalled: (principal: string) => new Stalled(made.events(principal)) };
}

describe('messages that wait for stalled readers', () => {
  it('have 16 MiB for one principal, and the oldest of a reader are dropped', () => {
    const { made, warnings, stalled } = streams();
    const reader = stalled('one');
    for (let n = 0; n < 200; n++) made.mirror(`${n} ${'x'.repeat(MIB)}`, 'one');
    expect(2 * reader.waited).toBeLessThanOrEqual(17 * MIB);
    expect(reader.frames.at(-1)?.startsWith('data: 199 ')).toBe(true);
    expect(warnings).toHaveLength(1);
  });

  it('have 32 MiB over all, and one principal leaves room for another', () => {
    const { made, stalled } = streams();
    const many = Array.from({ length: 50 }, () => stalled('one'));
    const other = stalled('two');
    for (let n = 0; n < 50; n++) {
      made.mirror('x'.repeat(MIB), 'one');
      made.mirror('y'.repeat(MIB), 'two');
    }
    const held = other.waited;
    expect(2 * held).toBeGreaterThan(14 * MIB);
    expect(2 * many.reduce((sum, reader) => sum + reader.waited, held)).toBeLessThanOrEqual(34 * MIB);
  });

  it('are released with their reader', () => {
    const { made, stalled } = streams();
    for (let n = 0; n < 10; n++) {
      const reader = stalled('one');
      for (let sent = 0; sent < 9; sent++) made.mirror('x'.repeat(MIB), 'one');
      reader.stop();
    }
    const last = stalled('one');
    for (let sent = 0; sent < 6; sent++) made.mirror('x'.repeat(MIB), 'one');
    expect(last.waited).toBeGreaterThan(5 * MIB - 1);
  });
});
