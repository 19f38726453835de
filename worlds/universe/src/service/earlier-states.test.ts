import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommandRefused, finish } from '../domain/index.js';
import { sequence } from '../testing/random-commands.js';
import { ANN, ControlledJournal, lab } from '../testing/service-lab.js';
import { SERVER } from './caller.js';

/** Counts the entries that are read from the log. */
class CountingJournal extends ControlledJournal {
  read_ = 0;

  override async read(...given: Parameters<ControlledJournal['read']>) {
    const entries = await super.read(...given);
    this.read_ += entries.length;
    return entries;
  }

  override async readBack(...given: Parameters<ControlledJournal['readBack']>) {
    const entries = await super.readBack(...given);
    this.read_ += entries.length;
    return entries;
  }
}

describe('the state at an earlier revision', () => {
  it('is the state that the universe had, for any commands and any revision', async () => {
    await fc.assert(
      fc.asyncProperty(sequence, async commands => {
        const { universes } = await lab();
        const loaded = await universes.open('u');
        const states = [finish((await universes.stateAt(loaded, 0, SERVER)).capture.state())];
        for (const command of commands) {
          const receipt = await universes
            .execute('u', [command], ANN, universe => universe.capture())
            .catch(thrown => thrown);
          if (receipt instanceof CommandRefused) continue;
          states.push(finish(receipt.captured.state()));
        }
        for (const [revision, state] of states.entries()) {
          const found = await universes.stateAt(loaded, revision, SERVER);
          expect(found.revision).toBe(revision);
          deepStrictEqual(finish(found.capture.state()), state);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('costs the distance to a kept snapshot, not the age of the universe', async () => {
    const journal = new CountingJournal();
    const { universes } = await lab(journal);
    const loaded = await universes.open('u');
    const note = 'x'.repeat(2_000);
    const star = (number: number) => ({
      ...{ type: 'updateStar', id: 'a' },
      payload: { comet: { note: `${number} ${note}` } },
    });
    await universes.execute('u', [{ type: 'addStar', id: 'a', payload: {} }], ANN);
    for (let number = 0; number < 4_000; number += 500) {
      const commands = Array.from({ length: 500 }, (_, index) => star(number + index));
      await universes.execute('u', commands, ANN);
    }
    journal.read_ = 0;
    const { capture } = await universes.stateAt(loaded, 2_000, SERVER);
    expect(finish(capture.state()).stars.a).toMatchObject({ comet: { note: `1998 ${note}` } });
    // A snapshot is due after a megabyte; an entry has eight kilobytes.
    expect(journal.read_).toBeLessThan(700);
    journal.read_ = 0;
    await universes.stateAt(loaded, 3_990, SERVER);
    expect(journal.read_).toBeLessThanOrEqual(11);
  });

  it('does not exist for a revision that was never written', async () => {
    const { universes } = await lab();
    const loaded = await universes.open('u');
    await expect(universes.stateAt(loaded, 1, SERVER)).rejects.toMatchObject({
      kind: 'NotFound',
      hint: expect.stringContaining('0 to 0'),
    });
  });
});
