import { CommandRefused } from '../model/command-refused.js';
import { notNegative } from '../schemas/field-schemas.js';
import { command } from './command-definition.js';

export const simulationCommands = [
  command({
    name: 'tick',
    category: 'Simulation',
    summary: 'Advances the time by dt seconds.',
    fields: { dt: notNegative.default(1).describe('Seconds, 0 or greater; use undo to go back') },
    example: { dt: 3600 },
    handle(edit, { dt }) {
      const time = edit.store.time + dt;
      if (!Number.isFinite(time))
        throw new CommandRefused(
          'invalid',
          `The time after ${dt} seconds is out of range.`,
          'Use a smaller dt.',
        );
      if (time !== edit.store.time) edit.make({ op: 'time', value: time });
      return [{ type: 'ticked', dt, time }];
    },
  }),
] as const;
