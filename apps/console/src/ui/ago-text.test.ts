import { expect, it } from 'vitest';
import { agoText, durationText } from './ago-text.js';

it('a distance of time has its largest unit', () => {
  expect([400, 1_000, 61_000, 7_200_000, 200_000_000, -540_000].map(agoText)).toEqual([
    'now',
    '1 s ago',
    '1 min ago',
    '2 h ago',
    '2 d ago',
    'in 9 min',
  ]);
});

it('a duration is short', () => {
  expect([0.4, 12, 1_240, 90_000, 5_400_000].map(durationText)).toEqual([
    '0 ms',
    '12 ms',
    '1.2 s',
    '2 min',
    '1.5 h',
  ]);
});
