import { describe, expect, it } from 'vitest';
import {
  type ClientCapabilities,
  declaresTasks,
  missingCapabilities,
  readCapabilities,
  TASKS_EXTENSION,
} from './capabilities.js';

describe('readCapabilities', () => {
  it('reads an object, and nothing else', () => {
    expect(readCapabilities({})).toEqual({});
    expect(readCapabilities({ sampling: {}, roots: { listChanged: true } })).toEqual({
      sampling: {},
      roots: { listChanged: true },
    });
    for (const value of [undefined, null, [], 'all', 1]) expect(readCapabilities(value)).toBeUndefined();
  });

  it('counts what is no object as not declared', () => {
    const declared = readCapabilities({ sampling: null, elicitation: 'yes', roots: [], extensions: 7 });
    for (const name of ['sampling', 'elicitation', 'roots'] as const) {
      expect(missingCapabilities({ [name]: {} }, declared!)).toEqual({ [name]: {} });
    }
    expect(declaresTasks(declared!)).toBe(false);
  });
});

describe('declaresTasks', () => {
  it('looks for the extension by its name', () => {
    expect(declaresTasks({ extensions: { [TASKS_EXTENSION]: {} } })).toBe(true);
    for (const extensions of [undefined, null, {}, { tasks: {} }, [TASKS_EXTENSION], TASKS_EXTENSION]) {
      expect(declaresTasks({ extensions } as unknown as ClientCapabilities)).toBe(false);
    }
  });
});

describe('missingCapabilities', () => {
  const needed: ClientCapabilities = {
    sampling: {},
    roots: {},
    extensions: { 'example.org/a': {}, 'example.org/b': {} },
  };

  it('is nothing where everything is declared, or nothing needed', () => {
    expect(missingCapabilities(needed, { ...needed, elicitation: {} })).toBeUndefined();
    expect(missingCapabilities({}, {})).toBeUndefined();
    expect(missingCapabilities({ extensions: {} }, {})).toBeUndefined();
  });

  it('is exactly the part that is not declared', () => {
    expect(missingCapabilities(needed, {})).toEqual(needed);
    expect(missingCapabilities(needed, { roots: {}, extensions: { 'example.org/a': {} } })).toEqual({
      sampling: {},
      extensions: { 'example.org/b': {} },
    });
  });

  it('takes no name that every object has for a declaration', () => {
    const extensions = { constructor: {} } as unknown as NonNullable<ClientCapabilities['extensions']>;
    expect(missingCapabilities({ extensions }, {})).toEqual({ extensions });
  });
});
