import type { Journal } from '@worldwire/journal';
import type { JsonValue } from '@worldwire/protocol';
import { type Tool, WorldError } from '@worldwire/server';
import { readTool, structuredAnswer } from '@worldwire/server/kit';
import { batchTool, defineWrite, keepWrites, listWritesTool, undoTool } from '@worldwire/writes';
import { z } from 'zod';

export interface Garden {
  /** Null for a bed without plants. */
  readonly beds: Map<string, number | null>;
  readonly plots: Set<string>;
}

export const PLOTS: readonly string[] = Array.from({ length: 30 }, (_, index) => `plot ${index + 1}`);

/** Writes of each kind: of one value, a removal, one that the world limits, a large one, and a final one. */
export function gardenTools(garden: Garden, journal: Journal): readonly Tool[] {
  const { beds, plots } = garden;
  const writes = keepWrites({ world: 'garden', read: 'read_garden', journal });
  const moistureOf = (bed: string): number | null => {
    const found = beds.get(bed);
    if (found === undefined)
      throw new WorldError('NotFound', `There is no bed "${bed}".`, 'Beds: roses, herbs.');
    return found;
  };
  const set = (bed: string, moisture: number | null) => {
    // The soil takes no more than all of it.
    beds.set(bed, moisture === null ? null : Math.min(1, moisture));
    return beds.get(bed) as JsonValue;
  };
  const bed = z.string();
  return [
    readTool({
      name: 'read_garden',
      description: 'Reads the garden.',
      input: z.object({}),
      call: async () => {
        const revision = await writes.log.revision();
        return structuredAnswer(
          { beds: Object.fromEntries(beds), plots: [...plots].sort(), revision },
          { revision },
        );
      },
    }),
    defineWrite(writes, {
      name: 'set_moisture',
      description: 'Sets the moisture of a bed.',
      input: z.object({ bed, moisture: z.number().nullable() }),
      subject: args => `the moisture of ${args.bed}`,
      plan: (args, _prepared, _target, found = moistureOf(args.bed)) => ({
        before: found,
        after: args.moisture,
      }),
      run: args => set(args.bed, args.moisture),
      undo: (args, before) => ({ tool: 'set_moisture', arguments: { bed: args.bed, moisture: before } }),
    }),
    defineWrite(writes, {
      name: 'clear_bed',
      description: 'Removes the plants of a bed.',
      input: z.object({ bed }),
      subject: args => `the moisture of ${args.bed}`,
      plan: args => ({ before: moistureOf(args.bed), after: null }),
      run: args => set(args.bed, null),
      undo: (args, before) => ({ tool: 'set_moisture', arguments: { bed: args.bed, moisture: before } }),
    }),
    defineWrite(writes, {
      name: 'clear_plots',
      description: 'Removes the first plots.',
      input: z.object({ count: z.int().min(1).max(30) }),
      subject: () => 'the plots',
      plan: args => {
        const gone = [...plots].slice(0, args.count);
        const items = gone.map(plot => ({ what: 'removes' as const, subject: plot }));
        return {
          before: [...plots].sort(),
          after: [...plots].filter(plot => !gone.includes(plot)).sort(),
          items,
        };
      },
      run: args => {
        for (const plot of [...plots].slice(0, args.count)) plots.delete(plot);
        return [...plots].sort();
      },
      undo: (_, before) => ({ tool: 'set_plots', arguments: { plots: before } }),
    }),
    defineWrite(writes, {
      name: 'set_plots',
      description: 'Sets the plots.',
      input: z.object({ plots: z.array(z.string()).max(30) }),
      subject: () => 'the plots',
      plan: args => ({ before: [...plots].sort(), after: [...args.plots].sort() }),
      run: args => {
        plots.clear();
        for (const plot of args.plots) plots.add(plot);
        return [...plots].sort();
      },
      undo: (_, before) => ({ tool: 'set_plots', arguments: { plots: before } }),
    }),
    defineWrite(writes, {
      name: 'harvest',
      description: 'Takes the plants of a plot.',
      input: z.object({ plot: z.string() }),
      subject: ({ plot }) => plot,
      plan: ({ plot }) => {
        if (!plots.has(plot))
          throw new WorldError('NotFound', `There is no "${plot}".`, 'read_garden lists them.');
        return { before: plot, after: null };
      },
      run: ({ plot }) => (plots.delete(plot) ? null : plot),
    }),
    undoTool(writes),
    batchTool(writes),
    listWritesTool(writes),
  ];
}
