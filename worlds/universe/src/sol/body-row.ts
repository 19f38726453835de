type Numbers = readonly [number, number, number, number, number, number, number];

/** The first six columns of both tables, and seven elements of the orbit. */
export type BodyRow<Third> = readonly [
  id: string,
  name: string,
  third: Third,
  mass: number,
  radius: number,
  color: string,
  ...elements: Numbers,
];
