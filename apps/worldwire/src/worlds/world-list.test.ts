import { describe, expect, it } from 'vitest';
import { CONFIG_FLAG, SERVER_FLAGS } from '../settings/server-flags.js';
import { WORLDS } from './world-list.js';

describe('the list of worlds', () => {
  it('has each name and each default port once', () => {
    for (const values of [WORLDS.map(({ name }) => name), WORLDS.map(({ defaultPort }) => defaultPort)]) {
      expect(values).toEqual([...new Set<unknown>(values)]);
    }
  });

  it('has each flag once, and no flag or variable of the server', () => {
    const flags = WORLDS.flatMap(({ flags = {} }) => Object.keys(flags));
    const variables = WORLDS.flatMap(({ variables = {} }) => Object.keys(variables));
    const reserved = Object.entries({ ...SERVER_FLAGS, ...CONFIG_FLAG }).flatMap(([name, flag]) => [
      name,
      ...('variable' in flag ? [flag.variable] : []),
    ]);
    const all = [...reserved, ...flags, ...variables];
    expect(all).toEqual([...new Set(all)]);
  });
});
