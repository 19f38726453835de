import { SHIPS, sight } from './harbour.js';

const WIDTH = 50;
const HEIGHT = 11;
const LAND = 4;
const LIGHTHOUSE = { east: 4, north: 8 };
const ARROWS = ['^', '/', '>', '\\', 'v', '/', '<', '\\'];

/** The harbour drawn in letters: each ship is the first letter of its name, the beam a row of dots. */
export function chart(beamDegrees: number, at: number): string {
  const rows: string[][] = Array.from({ length: HEIGHT }, (_, row) =>
    Array.from({ length: WIDTH }, (_, column) => (column < LAND ? '#' : row % 3 === column % 7 ? '~' : ' ')),
  );
  const draw = (east: number, north: number, letter: string) => {
    const row = rows[HEIGHT - 1 - Math.round(north)];
    const column = Math.round(east);
    if (row !== undefined && column >= LAND && column < WIDTH) row[column] = letter;
  };
  const radians = (beamDegrees * Math.PI) / 180;
  for (let reach = 2; reach < WIDTH; reach += 2) {
    draw(LIGHTHOUSE.east + Math.sin(radians) * reach, LIGHTHOUSE.north + Math.cos(radians) * reach, '.');
  }
  for (const ship of SHIPS) {
    const { east, north, state, heading } = sight(ship, at);
    const letter = ship.name.charAt(0);
    draw(east, north, state === 'moored' ? letter.toLowerCase() : letter);
    if (heading !== undefined) draw(east + 1, north, ARROWS[Math.round(heading / 45) % 8] as string);
  }
  draw(LIGHTHOUSE.east, LIGHTHOUSE.north, '!');
  return rows.map(row => row.join('').trimEnd()).join('\n');
}
