import { expect, it } from 'vitest';
import type { GraphPin } from '../port/operations.js';
import { signaturesOf } from './function-signature.js';

const pin = (name: string, direction: GraphPin['direction'], type: string): GraphPin => ({
  name,
  direction,
  type,
});
const node = (kind: string, title: string, properties: object, pins: readonly GraphPin[]) => ({
  name: `${kind}_0`,
  class: `K2Node_${kind}`,
  title,
  properties: properties as never,
  pins,
});

it('a function has its parameters, return values, access and flags', () => {
  const nodes = [
    node('FunctionEntry', 'Open', { ExtraFlags: 0x1000_0000 | 0x4000_0000 | 0x0008_0000 }, [
      pin('then', 'output', 'exec'),
      pin('Speed', 'output', 'float'),
      pin('Doors', 'output', 'array of Door'),
    ]),
    node('FunctionResult', 'Return', {}, [pin('execute', 'input', 'exec'), pin('bDone', 'input', 'bool')]),
  ];
  expect(signaturesOf(nodes, 'Open')).toEqual([
    {
      name: 'Open',
      parameters: { Speed: 'float', Doors: 'array of Door' },
      returns: { bDone: 'bool' },
      access: 'protected',
      flags: ['pure', 'const'],
    },
  ]);
});

it('a custom event has its parameters and where it runs', () => {
  const event = node('CustomEvent', 'Ring', { FunctionFlags: 0x0020_0000 | 0x80 }, [
    pin('OutputDelegate', 'output', 'delegate'),
    pin('then', 'output', 'exec'),
    pin('Times', 'output', 'int'),
  ]);
  expect(signaturesOf([event], 'EventGraph')).toEqual([
    { name: 'Ring', parameters: { Times: 'int' }, flags: ['server', 'reliable'] },
  ]);
});

it('a private function without parameters has only its access', () => {
  expect(signaturesOf([node('FunctionEntry', 'Hide', { ExtraFlags: 0x0004_0000 }, [])], 'Hide')).toEqual([
    { name: 'Hide', access: 'private' },
  ]);
});
