import { expect, it } from 'vitest';
import { toolFailure } from './mcp.js';

it('the failure of a tool has its kind, its message and its hint', () => {
  expect(toolFailure('NotFound: There is no note "x".\nHint: Titles: welcome.')).toMatchObject({
    kind: 'NotFound',
    message: 'There is no note "x".',
    hint: 'Titles: welcome.',
  });
});

it('the failure of a tool that says it in its own words is kept', () => {
  expect(toolFailure('went wrong: at line 2\nand 3')).toMatchObject({
    kind: 'ToolFailed',
    message: 'went wrong: at line 2\nand 3',
    hint: undefined,
  });
});
