import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GodotOptions } from './godot-process.js';
import type { Answer, RawLink } from './raw-link.js';

const SCORE = [
  'extends Node',
  'func _ready():',
  '\tprint("up early")',
  '\tfail()',
  'func fail(): return [][3]',
  'func typed() -> int: return [][3]',
];
/** A script that prints and fails before the link is up. */
export const EARLY_FILES = { 'scripts/score.gd': SCORE.join('\n') };
const linesOf = (heard: readonly Answer[]) =>
  heard.flatMap(({ params }) => (params?.kind === 'log' ? [params] : []));

type Open = (options: Pick<GodotOptions, 'files'>) => Promise<RawLink>;

/** What callers hear of the time before the link. */
export function earlyLog(open: Open): void {
  describe('the log from before the link is up', () => {
    let link: RawLink;
    beforeAll(async () => {
      link = await open({ files: EARLY_FILES });
    });
    afterAll(() => link?.close());

    /** What it says is the last thing that is heard. */
    async function print(text: string): Promise<void> {
      const last = link.hears(({ params }) => params?.message === text);
      await link.call('code.run', { code: `print("${text}")` });
      await last;
    }

    it('is told when it is, in order and once', async () => {
      await print('enough');
      const told = linesOf(link.heard);
      const early = told.findIndex(({ message }) => message === 'up early');
      expect(told[early + 1]).toMatchObject({ level: 'error', source: 'res://scripts/score.gd:5' });
      expect(told.filter(({ message }) => message === 'up early')).toHaveLength(1);
      expect(told.filter(({ level }) => level === 'error')).toHaveLength(1);
    });

    it('is not told again when the link was lost', async () => {
      const { port } = link;
      const hello = link.nextHello();
      await link.stop();
      const from = link.heard.length;
      const linked = link.godot.prints('linked to');
      await link.listen(port);
      await hello;
      await linked;
      await print('once more');
      const told = linesOf(link.heard.slice(from)).map(({ message }) => message);
      expect(told).not.toContain('up early');
      expect(told).not.toContain('enough');
      expect(told).toContainEqual(expect.stringContaining('not linked'));
    });
  });
}
