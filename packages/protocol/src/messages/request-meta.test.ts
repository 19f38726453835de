import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../text/json.js';
import {
  META_CAPABILITIES,
  META_CLIENT,
  META_LOG_LEVEL,
  META_VERSION,
  metaVersion,
  optionalMeta,
  progressToken,
  readClientInfo,
  readRequestMeta,
} from './request-meta.js';

const META: JsonObject = { [META_VERSION]: '2026-07-28', [META_CAPABILITIES]: { sampling: {} } };
const withMeta = (more: JsonObject) => ({ _meta: { ...META, ...more } });
const without = (key: string) => ({
  _meta: Object.fromEntries(Object.entries(META).filter(([name]) => name !== key)),
});

describe('readRequestMeta', () => {
  it('reads what a request says of its client', () => {
    const meta = { [META_CLIENT]: { name: 'c', version: '1', extra: true }, [META_LOG_LEVEL]: 'info' };
    expect(readRequestMeta(withMeta(meta))).toEqual({
      capabilities: { sampling: {} },
      client: { name: 'c', version: '1' },
      logLevel: 'info',
    });
  });

  it('does without a client’s name and without a log level', () => {
    expect(readRequestMeta({ _meta: META })).toEqual({
      capabilities: { sampling: {} },
      client: { name: undefined, version: undefined },
      logLevel: undefined,
    });
  });

  it('refuses a request that lacks what it must say, and names it', () => {
    const wrong: readonly (readonly [JsonObject, string])[] = [
      [{}, '_meta'],
      [{ _meta: null }, '_meta'],
      [{ _meta: [] }, '_meta'],
      [without(META_VERSION), META_VERSION],
      [withMeta({ [META_VERSION]: 20260728 }), META_VERSION],
      [without(META_CAPABILITIES), META_CAPABILITIES],
      [withMeta({ [META_CAPABILITIES]: [] }), META_CAPABILITIES],
      [withMeta({ [META_CAPABILITIES]: null }), META_CAPABILITIES],
      [withMeta({ [META_LOG_LEVEL]: 'loud' }), META_LOG_LEVEL],
      [withMeta({ [META_LOG_LEVEL]: null }), META_LOG_LEVEL],
    ];
    for (const [params, named] of wrong) {
      expect(() => readRequestMeta(params)).toThrow(
        expect.objectContaining({ code: -32602, message: expect.stringContaining(named) }),
      );
    }
  });
});

describe('the parts of _meta', () => {
  it('are empty where _meta is no object', () => {
    for (const params of [{}, { _meta: null }, { _meta: 'x' }, { _meta: [] }] as JsonObject[]) {
      expect(optionalMeta(params)).toEqual({});
      expect(metaVersion(params)).toBeUndefined();
      expect(progressToken(params)).toBeUndefined();
    }
  });

  it('name the revision as it was written', () => {
    expect(metaVersion({ _meta: { [META_VERSION]: '2026-07-28' } })).toBe('2026-07-28');
    expect(metaVersion({ _meta: { [META_VERSION]: null } })).toBeNull();
  });

  it('have a progress token that is a text or a whole number', () => {
    for (const token of ['a', '', 0, 7])
      expect(progressToken({ _meta: { progressToken: token } })).toBe(token);
    for (const token of [null, 1.5, true, {}]) {
      expect(progressToken({ _meta: { progressToken: token } })).toBeUndefined();
    }
  });

  it('name the client where they can', () => {
    expect(readClientInfo({ name: 'c', version: '1' })).toEqual({ name: 'c', version: '1' });
    for (const value of [undefined, null, 'c', [], { name: 1, version: null }]) {
      expect(readClientInfo(value)).toEqual({ name: undefined, version: undefined });
    }
  });

  it.each(['name', 'version'])(
    'refuse a %s of the client that is too long to keep, with the limit',
    member => {
      expect(readClientInfo({ [member]: 'é'.repeat(256) })).toMatchObject({ [member]: 'é'.repeat(256) });
      const refused = expect.objectContaining({
        code: -32602,
        message: `clientInfo.${member} has 257 characters. It may have 256 at most: send a shorter one.`,
      });
      const client = { [member]: 'x'.repeat(257) };
      expect(() => readClientInfo(client)).toThrow(refused);
      expect(() => readRequestMeta(withMeta({ [META_CLIENT]: client }))).toThrow(refused);
    },
  );

  it('have no progress token that is too long to repeat', () => {
    expect(progressToken({ _meta: { progressToken: 'x'.repeat(1_024) } })).toHaveLength(1_024);
    expect(progressToken({ _meta: { progressToken: 'x'.repeat(1_025) } })).toBeUndefined();
  });
});
