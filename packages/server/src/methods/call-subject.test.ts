import { REVISIONS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tool } from '../api/tool.js';
import { Lab } from '../kernel/lab.test.js';

const move = tool({
  name: 'move',
  description: 'Moves a ship.',
  access: 'write',
  subject: 'ship',
  input: z.object({ ship: z.string(), to: z.object({ x: z.number() }) }),
  call: () => {
    throw new Error('bug');
  },
});

describe.each(REVISIONS)('a call of a tool that names its subject ($id)', revision => {
  const said = async (args: object, writes = true): Promise<string> => {
    const lab = new Lab({ tools: [move] }, { grants: { writes } });
    const { result, error } = await lab.callTool(lab.caller(revision), 'move', { ...args });
    return error?.message ?? (result.content as { text: string }[])[0]?.text;
  };

  it('has it in the refusal of its arguments', async () => {
    expect(await said({ ship: 'Argo', to: {} })).toContain('Invalid arguments for move (ship "Argo"):\n');
  });

  it('has it in the refusal of the operator', async () => {
    expect(await said({ ship: 'Argo' }, false)).toContain('move (ship "Argo") changes the world');
  });

  it('has it in the words for a bug', async () => {
    expect(await said({ ship: 'Argo', to: { x: 1 } })).toContain('The tool move (ship "Argo") failed');
  });

  it('has no more of it than can be read', async () => {
    const ship = `\u202e${'a'.repeat(10_000)}`;
    expect(await said({ ship })).toContain(`move (ship "\\u202e${'a'.repeat(127)}…"):`);
  });

  it('goes without where there is none, or none that is text', async () => {
    for (const args of [{}, { ship: null }, { ship: ['Argo'] }]) {
      expect(await said(args)).toContain('Invalid arguments for move:\n');
      expect(await said(args, false)).toContain('move changes the world');
    }
  });
});
