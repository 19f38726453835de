import { describe, expect, it } from 'vitest';
import { countedWork, UNITS } from '../../work/testing/counted-work.js';
import { TimeSlice } from '../../work/time-slice.js';
import { Ini } from './ini.js';
import { legacyInput } from './project-lists.js';

const slice = new TimeSlice(new AbortController().signal);
const read = (text: string) => new Ini().apply(text, slice);

describe('the legacy input', () => {
  it('has the keys of each action and axis', async () => {
    const ini = await read(
      [
        '[/Script/Engine.InputSettings]',
        '+ActionMappings=(ActionName="Jump",bShift=False,bCtrl=False,bAlt=False,bCmd=False,Key=SpaceBar)',
        '+ActionMappings=(ActionName="Jump",bShift=True,bCtrl=True,bAlt=False,bCmd=False,Key=J)',
        '+AxisMappings=(AxisName="Move",Scale=1.000000,Key=W)',
        '+AxisMappings=(AxisName="Move",Scale=-1.000000,Key=S)',
      ].join('\n'),
    );
    expect(await legacyInput(ini, slice)).toEqual({
      actions: { Jump: ['SpaceBar', 'Shift+Ctrl+J'] },
      axes: { Move: ['W', 'S x-1'] },
    });
    expect(await legacyInput(await read(''), slice)).toBeUndefined();
  });

  it('pauses between long lines', async () => {
    const line = `.ActionMappings=(ActionName="Jump"${',   '.repeat(UNITS)})\n`;
    const ini = await read(`[/Script/Engine.InputSettings]\n${line.repeat(20)}`);
    const { total, longest } = await countedWork(() => legacyInput(ini, slice));
    expect(total).toBeGreaterThan(20 * 4 * UNITS);
    expect(longest).toBeLessThan(6 * UNITS);
  });
});
