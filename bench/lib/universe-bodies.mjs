/** The measured universe: all bodies orbit one star. */

export const UNIVERSE = 'big';
const STAR = 'sun';
const DIGITS = 5;
/** Coprime to every measured size minus one, so that calls go through all bodies. */
const STRIDE = 7_919;
const MAX_COMMANDS = 1_000;

export function bodyId(index) {
  return `body-${String(index).padStart(DIGITS, '0')}`;
}

export function bodyOfCall(size, id) {
  return bodyId(1 + ((id * STRIDE) % (size - 1)));
}

export function updateCommand(id, mass) {
  return { type: 'updateStar', id, payload: { mass } };
}

export function* fillingCommands(size) {
  if (size < 2 || size > 10 ** DIGITS) throw new Error(`a universe of ${size} bodies cannot be measured`);
  for (let from = 0; from < size; from += MAX_COMMANDS) {
    const count = Math.min(MAX_COMMANDS, size - from);
    yield Array.from({ length: count }, (_, index) => addCommand(from + index));
  }
}

function addCommand(index) {
  if (index === 0) return { type: 'addStar', id: STAR, payload: { bodyType: 'star', mass: 1.989e30 } };
  const payload = {
    name: `Body ${index}`,
    bodyType: 'asteroid',
    parentId: STAR,
    mass: 1e15 + index,
    radius: 1 + (index % 400),
    color: '#a59c8c',
    orbitalDistance: 3e8 + index * 1e3,
    orbitalSpeed: 5e-8,
    orbitalPhase: index % 6,
    eccentricity: 0.05,
  };
  return { type: 'addStar', id: bodyId(index), payload };
}
