import type { ObjectClass } from '@worldwire/unreal/internal';
import { describe, expect, it } from 'vitest';
import { type FakeRequest, refusal } from '../fake-editor/index.js';
import { type FakeBench, open } from './open-bench.js';

const LAMP = '/Game/Maps/Hall.Hall:PersistentLevel.PointLight_1';
const IRON = '/Game/Props/M_Iron';

const looksAt = (path: string) => (request: FakeRequest) =>
  request.path === '/remote/object/property' && (request.body as { objectPath: string }).objectPath === path;

/** A poll has ended when the next one starts. */
async function looked({ editor }: FakeBench, path: string): Promise<void> {
  await editor.received(looksAt(path));
  await editor.received(looksAt(path));
}

describe('a watched path', () => {
  it('is reported once when a property changes, and not without a change', async () => {
    const fake = await open();
    const { bench, editor } = fake;
    bench.source.watch(IRON);
    await looked(fake, `${IRON}.M_Iron`);
    const told = bench.event(({ kind }) => kind === 'asset');
    editor.project.find(`${IRON}.M_Iron`)?.fill({ Comment: 'rusty' });
    expect(await told).toEqual({ kind: 'asset', path: IRON });
    await looked(fake, `${IRON}.M_Iron`);
    await looked(fake, `${IRON}.M_Iron`);
    expect(bench.events.filter(({ kind }) => kind === 'asset')).toHaveLength(1);
  });

  it('of an actor is reported when the actor moves, disappears and returns', async () => {
    const fake = await open();
    const { bench, editor } = fake;
    bench.source.watch(LAMP);
    await looked(fake, LAMP);
    const actor = () => bench.event(event => event.kind === 'actor' && event.path === LAMP);
    const moved = actor();
    editor.project.actor(LAMP).fill({ RelativeLocation: { X: 5, Y: 0, Z: 0 } });
    await moved;
    const went = actor();
    editor.project.destroy(editor.project.actor(LAMP));
    await went;
    const came = actor();
    editor.project.spawn(editor.project.classes.find('PointLight') as ObjectClass, 'PointLight_1', {});
    await came;
  });

  it('is polled while it is watched, and nothing else is', async () => {
    const fake = await open();
    const { bench, editor } = fake;
    const [one, two] = [bench.source.watch(LAMP), bench.source.watch(LAMP)];
    expect(bench.source.watched).toBe(1);
    await looked(fake, LAMP);
    one();
    one();
    await looked(fake, LAMP);
    two();
    expect(bench.source.watched).toBe(0);
    // One request may be pending; no other starts during five polls of the state.
    const before = editor.requests.filter(looksAt(LAMP)).length;
    for (let look = 0; look < 5; look++) await editor.received(({ path }) => path === '/remote/info');
    expect(editor.requests.filter(looksAt(LAMP)).length - before).toBeLessThanOrEqual(1);
    expect(editor.requests.some(looksAt(`${IRON}.M_Iron`))).toBe(false);
  });

  it('that changed while the editor was away is reported when the editor is back', async () => {
    const fake = await open();
    const { bench, editor } = fake;
    editor.project.actor(LAMP).fill({ RelativeLocation: { X: 5, Y: 0, Z: 0 } });
    bench.source.watch(LAMP);
    await looked(fake, LAMP);
    const told = bench.event(({ kind }) => kind === 'actor');
    await editor.stop();
    await bench.until('gone');
    await editor.comeBack();
    await told;
  });

  it('is not reported because the editor did not answer for a while', async () => {
    const fake = await open();
    const { bench, editor } = fake;
    bench.source.watch(LAMP);
    await looked(fake, LAMP);
    editor.fail(refusal('Not now.'), looksAt(LAMP), 3);
    await looked(fake, LAMP);
    await looked(fake, LAMP);
    await looked(fake, LAMP);
    expect(bench.events.some(({ kind }) => kind === 'actor')).toBe(false);
  });

  it('must be a path', async () => {
    const { bench } = await open();
    expect(() => bench.source.watch('nowhere')).toThrow(/not an Unreal path/);
  });
});
