/** The state of the garden: moisture of each bed, from 0 to 1. */
export const beds = new Map([
  ['roses', 0.4],
  ['herbs', 0.7],
]);
