import type { Engine } from '@worldwire/engine';
import { describe, expect, it, onTestFinished } from 'vitest';
import { unityDialect } from '../endpoint/dialect.js';
import { alteredEngine, Stage, sharedEngine } from '../stage.test.js';

const PNG = Buffer.from('iVBORw0KGgo=', 'base64');

/** The scene, with a camera that draws. */
function drawing(asked: object[]): Promise<Engine> {
  const picture = { data: PNG.toString('base64'), mimeType: 'image/png', width: 640, height: 480 };
  return alteredEngine(async (operation, params, call) => {
    if (operation !== 'view.capture') return call(operation, params);
    asked.push(params);
    return picture;
  });
}

describe('Screenshot', () => {
  it('returns the picture and its facts, and publishes the facts alone', async () => {
    const asked: object[] = [];
    const stage = await Stage.open({ engine: await drawing(asked) });
    onTestFinished(() => stage.close());
    const result = (await stage.result('Screenshot', { width: 640 })) as { content: object[] };
    const size = { width: 640, height: 480, sizeBytes: PNG.length };
    const facts = { ok: true, mimeType: 'image/png', ...size, revision: 0 };
    expect(asked).toEqual([{ width: 640 }]);
    expect(result).toMatchObject({ structuredContent: facts });
    expect(result.content).toEqual([
      { type: 'text', text: JSON.stringify(facts) },
      { type: 'image', data: PNG.toString('base64'), mimeType: 'image/png' },
    ]);
    expect(stage.published).toContainEqual({
      event: 'tool_result',
      payload: { name: 'Screenshot', ok: true, result: facts },
    });
    const spoken = unityDialect(() => []).methods.call_tool?.result?.(result as never, {});
    expect(spoken).toMatchObject({ content: [{ type: 'text', json: facts }, { type: 'image' }] });
  });

  it('has at most 100 KB by default, and says what is on it', async () => {
    const stage = await Stage.open({ engine: await sharedEngine() });
    onTestFinished(() => stage.close());
    const result = (await stage.result('Screenshot')) as { content: { data?: string; text?: string }[] };
    const [facts, picture] = result.content;
    expect(Buffer.byteLength(picture?.data as string)).toBeLessThanOrEqual(100_000);
    const { seen, seenTotal } = JSON.parse(facts?.text as string) as { seen: object[]; seenTotal: number };
    expect(seen).toContainEqual(expect.objectContaining({ name: 'Turret', path: '/Arena/Turret' }));
    expect(seenTotal).toBeGreaterThanOrEqual(seen.length);
    expect(await stage.call('Screenshot', { width: 64, height: 48 })).toMatchObject({
      width: 64,
      height: 48,
    });
    expect((await stage.fail('Screenshot', { width: 5 })).kind).toBe('InvalidArgument');
    expect((await stage.fail('Screenshot', { width: 2049 })).message).toContain('2048');
    const { hint } = await stage.fail('Screenshot', { width: 2048, height: 2048 });
    expect(hint).toMatch(/^Send a width of 1920 at most, or \d+ pixels in all\.$/);
  });
});
