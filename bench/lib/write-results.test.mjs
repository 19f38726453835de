import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withMarkedSection } from './write-results.mjs';

test('replaces only the text between the marks', () => {
  const once = withMarkedSection('# Title\n\nBefore.\n', 'one');
  const twice = withMarkedSection(`${once}\nAfter.\n`, 'two');
  assert.equal(once, '# Title\n\nBefore.\n\n<!-- bench:start -->\n\none\n\n<!-- bench:end -->\n');
  assert.equal(twice, `${once.replace('one', 'two')}\nAfter.\n`);
});

test('rejects a document with one mark only', () => {
  assert.throws(() => withMarkedSection('<!-- bench:end --> <!-- bench:start -->', 'text'), /before/);
  assert.throws(() => withMarkedSection('<!-- bench:start -->', 'text'), /before/);
});
