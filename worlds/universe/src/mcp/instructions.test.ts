import { expect, it } from 'vitest';
import { ANN, lab } from '../testing/service-lab.js';
import { universeInstructions } from './instructions.js';

it('the instructions fit a kilobyte and name some universes, however many there are', async () => {
  const { universes } = await lab();
  expect(await universeInstructions(universes)).toContain('There are: u; ');
  for (let n = 10; n < 20; n++) await universes.create({ id: `${n}${'x'.repeat(38)}`, name: 'X' }, ANN);
  const text = await universeInstructions(universes);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_024);
  expect(text).toContain(`There are: 10${'x'.repeat(38)}, `);
  expect(text).toContain(', …; resources/list has all.');
});

it('the instructions state units, axes, epoch, the first call and how to undo', async () => {
  const text = await universeInstructions((await lab()).universes);
  for (const fact of [
    'km, kg, s, radians',
    'y north',
    'J2000.0',
    '"summary":true',
    '{"type":"undo"}',
    'batch',
  ]) {
    expect(text).toContain(fact);
  }
});
