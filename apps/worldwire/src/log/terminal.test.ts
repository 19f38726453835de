import { expect, it } from 'vitest';
import { terminalOf } from './terminal.js';

it.each([
  [true, {}, true],
  [false, {}, false],
  [true, { TERM: 'dumb' }, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [true, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
])('a terminal (%s) with %j has colours: %s', (isTerminal, env, hasColours) => {
  expect(terminalOf(isTerminal, env)).toEqual({ isTerminal, hasColours });
});
