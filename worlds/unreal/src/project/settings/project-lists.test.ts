import { describe, expect, it } from 'vitest';
import { TimeSlice } from '../../work/time-slice.js';
import { Ini } from './ini.js';
import { legacyInput } from './project-lists.js';

const read = (text: string) => new Ini().apply(text, new TimeSlice(new AbortController().signal));

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
    expect(legacyInput(ini)).toEqual({
      actions: { Jump: ['SpaceBar', 'Shift+Ctrl+J'] },
      axes: { Move: ['W', 'S x-1'] },
    });
    expect(legacyInput(await read(''))).toBeUndefined();
  });
});
