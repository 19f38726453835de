import { describe, expect, it } from 'vitest';
import { readPlace, writePlace } from './place.js';

describe('the address of the page', () => {
  it('has view, item, revisions, selection and camera', () => {
    const hash = '#/universe/sol?rev=12&cmp=3&sel=titan&cam=1%2C2&tab=log';
    const place = {
      view: 'universe',
      item: 'sol',
      rev: 12,
      cmp: 3,
      sel: 'titan',
      cam: '1,2',
      more: { tab: 'log' },
    };
    expect(readPlace(hash)).toEqual(place);
    expect(writePlace(place)).toBe(hash);
  });

  it('keeps slashes, percent signs and question marks of names', () => {
    const place = { view: 'unreal', item: '/Game/50% off?/A#B', sel: 'a&b=c', more: {} };
    expect(readPlace(writePlace(place))).toEqual(place);
  });

  it('is empty for the code of a one-time link, which is no place', () => {
    expect(readPlace('#login=abc/def?rev=1')).toEqual({ view: '', more: {} });
  });

  it('ignores revisions that are not numbers', () => {
    expect(readPlace('#/universe/sol?rev=-1&cmp=x')).toEqual({ view: 'universe', item: 'sol', more: {} });
  });

  it('keeps what cannot be decoded', () => {
    expect(readPlace('#/universe/%E0%A4%A')).toMatchObject({ view: 'universe', item: '%E0%A4%A' });
  });
});
