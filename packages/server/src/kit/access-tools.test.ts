import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readTool, writeTool } from './access-tools.js';

const described = { name: 'look', description: 'Looks.', call: () => 'seen' };

describe('a read tool', () => {
  it('reads, and says so', () => {
    expect(readTool(described)).toMatchObject({
      access: 'read',
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    });
  });

  it('keeps the annotations it is given', () => {
    expect(readTool({ ...described, annotations: { openWorldHint: true } }).annotations).toEqual({
      readOnlyHint: true,
      idempotentHint: true,
      openWorldHint: true,
    });
  });

  it('has typed arguments', () => {
    const read = readTool({
      ...described,
      input: z.object({ id: z.string() }),
      call: ({ id }) => id.toUpperCase(),
    });
    expect(read.input.safeParse({ id: 1 }).success).toBe(false);
  });
});

describe('a write tool', () => {
  it('is destructive and runs again unless it says otherwise', () => {
    expect(writeTool(described)).toMatchObject({
      access: 'write',
      annotations: {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: false,
      },
    });
    expect(writeTool({ ...described, destructive: false, idempotent: true })).toMatchObject({
      annotations: { destructiveHint: false, idempotentHint: true },
    });
  });

  it('needs the highest access where it runs code', () => {
    expect(writeTool({ ...described, danger: true }).access).toBe('danger');
  });

  it('leaves no field of its own in the tool', () => {
    const tool = writeTool({ ...described, danger: true, destructive: false, idempotent: true });
    expect(tool).not.toHaveProperty('danger');
    expect(tool).not.toHaveProperty('destructive');
    expect(tool).not.toHaveProperty('idempotent');
  });
});
