import { signal } from '@preact/signals';
import type { UniverseState } from '@worldwire/universe/sky';
import { describe, expect, it } from 'vitest';
import { UniverseCopy } from '../model/universe-copy.js';
import type { FollowedUniverse } from './followed-universe.js';
import { ShownUniverse } from './shown-universe.js';

const NEWEST = 100;

/** A universe whose time is its revision. It says what was read. */
function universe() {
  const reads: string[] = [];
  const state = (time: number) =>
    ({
      stars: {},
      rootIds: [],
      groups: {},
      rootGroupIds: [],
      belts: {},
      smallBodyFields: {},
      protoplanetaryDisks: {},
      nebulae: {},
      time,
    }) as UniverseState;
  const followed = {
    copy: UniverseCopy.of(state(NEWEST), NEWEST),
    onStep: () => () => undefined,
    at: async (revision: number) => {
      reads.push(`state ${revision}`);
      return UniverseCopy.of(state(revision), revision);
    },
    changesTo: async (since: number, until: number) => {
      reads.push(`changes ${since}-${until}`);
      return Array.from({ length: until - since }, (_, index) => ({
        revision: since + index + 1,
        changes: [],
      }));
    },
  };
  return { followed: followed as unknown as FollowedUniverse, reads };
}

function cursor() {
  const { followed, reads } = universe();
  const revision = signal<number | undefined>(undefined);
  const against = signal<number | undefined>(undefined);
  const shown = new ShownUniverse(followed, revision, against);
  const until = (wanted: number) => expect.poll(() => shown.shown.value?.copy.revision).toBe(wanted);
  return { revision, against, shown, reads, until, newest: followed.copy };
}

describe('the state at the time cursor', () => {
  it('passes over revisions that are no longer wanted when a read ends', async () => {
    const { revision, shown, reads, until } = cursor();
    for (const wanted of [90, 80, 70, 60, 3]) revision.value = wanted;
    await until(3);
    expect(reads).toEqual(['state 90', 'state 3']);
    expect(shown.waiting.value).toBeUndefined();
  });

  it('goes forward by changes, and back by a state', async () => {
    const { revision, reads, until } = cursor();
    revision.value = 10;
    await until(10);
    revision.value = 12;
    await until(12);
    revision.value = 99;
    await until(99);
    revision.value = 11;
    await until(11);
    expect(reads).toEqual(['state 10', 'changes 10-12', 'state 99', 'state 11']);
  });

  it('never changes the newest state or the compared one', async () => {
    const { revision, against, shown, until, newest } = cursor();
    revision.value = 10;
    await until(10);
    against.value = 10;
    await expect.poll(() => shown.compared.value?.with.revision).toBe(10);
    revision.value = 11;
    await until(11);
    expect(shown.compared.value?.with.revision).toBe(10);
    revision.value = undefined;
    await until(NEWEST);
    revision.value = 90;
    await until(90);
    expect(newest.revision).toBe(NEWEST);
  });

  it('follows again at once while an earlier state is being read', async () => {
    const { revision, shown, until } = cursor();
    revision.value = 10;
    revision.value = undefined;
    await until(NEWEST);
    await new Promise(setImmediate);
    expect(shown.shown.value?.following).toBe(true);
  });
});
