import { META_SERVER, REVISION_2026_07_28, REVISIONS, WireError } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { ToolAnswer, text } from '../api/content.js';
import { resource } from '../api/resource.js';
import { tool } from '../api/tool.js';
import { type FailureKind, WorldError } from '../api/world-error.js';
import { Lab } from '../kernel/lab.test.js';
import { errorBody } from './reply.js';

const logged: unknown[] = [];
const quiet = () => {};
const log = { debug: quiet, info: quiet, warn: quiet, error: (fields: object) => logged.push(fields) };

describe('an error', () => {
  it('of the protocol is sent as it is', () => {
    logged.length = 0;
    expect(errorBody(WireError.of('InvalidParams', 'No.', { uri: 'x' }), log, {})).toEqual({
      code: -32602,
      message: 'No.',
      data: { uri: 'x' },
    });
    expect(errorBody(new WireError(-32050, 'No.'), log, {})).toEqual({ code: -32050, message: 'No.' });
    expect(logged).toEqual([]);
  });

  it('[HTTP-5.4] of the world has a standard code, its kind, and what to do next', () => {
    const kinds: Record<FailureKind, number> = {
      InvalidArgument: -32602,
      NotFound: -32602,
      NotReady: -32603,
      PermissionDenied: -32603,
      RateLimited: -32603,
      Conflict: -32603,
      Unsupported: -32603,
      Timeout: -32603,
      Internal: -32603,
    };
    for (const [kind, code] of Object.entries(kinds) as [FailureKind, number][]) {
      expect(errorBody(new WorldError(kind, 'No.', 'Wait.', { secret: 1 }), log, {})).toEqual({
        code,
        message: 'No.',
        data: { kind, hint: 'Wait.' },
      });
    }
  });

  it('[HTTP-5.4] of any other kind is -32603 without its message, which is in the log', () => {
    for (const thrown of [new TypeError('hunter2'), 'hunter2', undefined, { message: 'hunter2', code: 7 }]) {
      logged.length = 0;
      const body = errorBody(thrown, log, { method: 'm' });
      expect(body.code).toBe(-32603);
      expect(JSON.stringify(body)).not.toMatch(/hunter2|Error:|\bat /);
      expect(logged).toEqual([{ method: 'm', err: thrown }]);
    }
  });
});

describe('a result', () => {
  const give = tool({ name: 'give', description: 'Gives.', access: 'read', call: () => 'ok' });
  const marked = tool({
    name: 'marked',
    description: 'Gives more.',
    access: 'read',
    call: () => new ToolAnswer([text('ok')], { meta: { 'example.org/a': 1 } }),
  });
  const world = {
    tools: [give, marked],
    resources: [resource({ uri: 'lab://a', name: 'a', read: () => 'x' })],
  };
  const server = { [META_SERVER]: { name: 'lab', version: '1.2.3' } };

  it.each(REVISIONS)(
    'has resultType and the server since 2026-07-28, and not before ($id)',
    async revision => {
      const lab = new Lab(world);
      for (const [method, params] of [
        ['tools/call', { name: 'give' }],
        ['tools/list', {}],
        ['resources/read', { uri: 'lab://a' }],
      ] as const) {
        const { result } = await lab.ask(lab.caller(revision), method, params);
        if (revision.id >= '2026-07-28')
          expect(result).toMatchObject({ resultType: 'complete', _meta: server });
        else {
          expect(result).not.toHaveProperty('resultType');
          expect(result).not.toHaveProperty('_meta');
        }
      }
    },
  );

  it('keeps what the world adds to _meta', async () => {
    const lab = new Lab(world);
    const { result } = await lab.callTool(lab.caller(REVISION_2026_07_28), 'marked');
    expect(result).toMatchObject({ resultType: 'complete', _meta: { ...server, 'example.org/a': 1 } });
  });

  it.each(REVISIONS)('carries the id of its request, text or number, exactly ($id)', async revision => {
    const lab = new Lab(world);
    for (const id of [0, -7, Number.MAX_SAFE_INTEGER, '', '7', 'é"\\\n', 'ask-1']) {
      const answer = await lab.ask(lab.caller(revision), 'tools/call', { name: 'give' }, { id });
      expect(answer).toMatchObject({ jsonrpc: '2.0', id, result: { content: [{ text: 'ok' }] } });
      const refused = await lab.ask(lab.caller(revision), 'nope', {}, { id });
      expect(refused).toMatchObject({ jsonrpc: '2.0', id, error: { code: -32601 } });
    }
  });
});
