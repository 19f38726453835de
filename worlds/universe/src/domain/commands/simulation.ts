import { CommandRefused } from '../model/command-refused.js';
import { notNegative } from '../schemas/field-schemas.js';
import { command } from './command-definition.js';

export const simulationCommands = [
  command({
    name: 'tick',
    category: 'Simulation',
    summary: 'Lets time go on by dt seconds, one second when it is not given.',
    fields: { dt: notNegative.default(1).describe('Seconds; time only goes forward, undo goes back') },
    example: { dt: 3600 },
    handle(edit, { dt }) {
      const time = edit.store.time + dt;
      if (!Number.isFinite(time))
        throw new CommandRefused(
          'invalid',
          `${dt} seconds from now is more than a number can hold.`,
          'Take a smaller dt.',
        );
      if (time !== edit.store.time) edit.make({ op: 'time', value: time });
      return [{ type: 'ticked', dt, time }];
    },
  }),
] as const;
