import fc from 'fast-check';
import { describe, it } from 'vitest';
import { intentLine, lineOf } from './audit-line.js';

const text = fc.string({ unit: 'binary' });
const some = { requiredKeys: ['id', 'at', 'world', 'principal', 'tool', 'access'] } as const;
const intent = fc.record(
  {
    id: text,
    at: text,
    world: text,
    principal: text,
    client: text,
    tool: text,
    access: fc.constantFrom('read', 'write', 'danger'),
    about: fc.dictionary(text, fc.oneof(text, fc.integer(), fc.double()), { noNullPrototype: true }),
    operationKey: text,
  },
  { requiredKeys: [...some.requiredKeys], noNullPrototype: true },
);

describe('the line of an intent', () => {
  it('is the same as JSON.stringify makes of it, whatever its texts are', () => {
    fc.assert(fc.property(intent, value => intentLine(value) === lineOf(value)));
  });
});
