import { expect, it } from 'vitest';
import { pinKind } from './pin-kinds.js';

it.each([
  ['exec', 'exec'],
  ['double', 'float'],
  ['array of Vector', 'vector'],
  ['map of name to int', 'name'],
  ['soft class of Actor', 'class'],
  ['class of Object', 'class'],
  ['soft Texture2D', 'object'],
  ['StaticMeshComponent', 'object'],
  ['wildcard', 'any'],
  ['', 'any'],
  ['constructor', 'object'],
])('a pin of the type %j has the colour of %s', (type, kind) => {
  expect(pinKind(type)).toBe(kind);
});
