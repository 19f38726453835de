import { expect, it } from 'vitest';
import { pinTypeText } from './pin-type.js';

it('the type of a pin does not depend on the case of its category', () => {
  expect(pinTypeText({ PinCategory: 'Exec', ContainerType: 'None' })).toBe('exec');
  expect(pinTypeText({ PinCategory: 'Real', PinSubCategory: 'double', ContainerType: 'Array' })).toBe(
    'array of double',
  );
  expect(pinTypeText({ PinCategory: 'Object', PinSubCategoryObject: '/Script/Engine.Actor' })).toBe('Actor');
});
