import { encodeFrame } from '@worldwire/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RawLink } from './raw-link.js';

/** Numbers that JSON.stringify would not write. */
export function numbersThatAreNone(open: () => Promise<RawLink>): void {
  describe('a number that is none', () => {
    let link: RawLink;
    beforeAll(async () => {
      link = await open();
    });
    afterAll(() => link?.close());

    async function writes(value: string, name: string): Promise<string | undefined> {
      const { result } = await link.call('object.list', { name: 'Crate', limit: 1 });
      const object = (result as { items: { id: string }[] }).items[0]?.id;
      const answer = link.hears(({ id }) => id === 7);
      const params = `{"object":"${object}","type":"Health","name":"${name}","value":${value}}`;
      link.write(encodeFrame(`{"jsonrpc":"2.0","id":7,"method":"member.write","params":${params}}`));
      return (await answer).error?.data?.kind;
    }

    it.each([
      ['1e999', 'current'],
      ['-1e999', 'most'],
      ['1e999', 'armor'],
      ['[0,1e999,0]', 'last_hit'],
      ['1e999', 'notes'],
      ['[1,[-1e999]]', 'notes'],
      ['{"deep":{"er":1e999}}', 'notes'],
    ])('is refused: %s for %s', async (value, name) => {
      expect(await writes(value, name)).toBe('invalid');
    });

    it('is none that the engine could read otherwise', async () => {
      expect(await writes('9007199254740993', 'armor')).toBe('invalid');
      expect(await writes('1e300', 'current')).toBeUndefined();
    });
  });
}
