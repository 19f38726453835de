import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ApprovedServer, textOf } from '../../../apps/worldwire/src/testing/approvals.js';

const GARDEN = fileURLToPath(import.meta.resolve('@worldwire/examples/garden/routes'));
const DRY = { bed: 'roses', moisture: 0.1 };

function start(rule: string): Promise<ApprovedServer> {
  return ApprovedServer.start(GARDEN, { flags: ['--allow', 'writes', '--approve', rule] });
}

describe('a tool of defineWrite', () => {
  it('waits for a person, who sees the value before and after, and how it is undone', async () => {
    const server = await start('writes');
    const call = server.send('set_moisture', DRY);
    const waiting = await server.lastOf(1);
    expect(waiting).toMatchObject({
      tool: 'set_moisture',
      sentence: 'Changes the moisture of roses from 0.4 to 0.1.',
      totals: { removes: 0, overwrites: 1, changes: 0, adds: 0 },
      items: [{ what: 'overwrites', subject: 'the moisture of roses', before: 0.4, after: 0.1 }],
      undo: 'Possible: the answer of the write has the call.',
    });
    await server.decide(waiting.id);
    expect(JSON.parse(textOf(await call))).toMatchObject({
      before: 0.4,
      after: 0.1,
      undo: expect.stringMatching(/^undo_write /),
    });
  });

  it('does not run when the world has changed since the plan that was approved', async () => {
    const server = await start('destructive');
    const first = server.send('set_moisture', DRY);
    const second = server.send('set_moisture', { ...DRY, moisture: 0.2 }, 'other');
    const [one, other] = await server.waiting(2);
    await server.decide(one?.id ?? '');
    await server.decide(other?.id ?? '');
    const texts = [textOf(await first), textOf(await second)];
    expect(texts.filter(text => text.includes('The world changed after the approval'))).toHaveLength(1);
  });
});
