/** The stones that fill a scene: their numbers have no gap, and their positions follow from their numbers. */

/** Objects per script, well within its time limit. */
const MAX_AT_ONCE = 2_500;
/** Coprime to every number of stones, so that calls go through all of them. */
const STRIDE = 7_919;
const DEPTH = -50;
/** One in this many stones rotates. */
const TURNING = 100;

/** Creates the parent, and stops spawners, so that the scene keeps its size. */
export const PREPARING = `
  for (const object of scene.findAll('Worldwire.Spawner')) object.getComponent('Worldwire.Spawner').cap = 0;
  scene.create('Crowd').id;`;

export function* fillingScripts(parent, count) {
  for (let from = 0; from < count; from += MAX_AT_ONCE) {
    const some = Math.min(MAX_AT_ONCE, count - from);
    yield { code: fillingScript(parent, some), count: some };
  }
}

export function stoneOfCall({ first, count }, id) {
  return first + ((id * STRIDE) % count);
}

export function placeOf(stone) {
  return { x: stone, y: DEPTH, z: 0 };
}

function fillingScript(parent, count) {
  return `(() => {
    const crowd = scene.get(${JSON.stringify(parent)});
    const numbers = [];
    for (let made = 0; made < ${count}; made++) {
      const stone = scene.create('Stone', crowd);
      const number = Number(stone.id.slice('obj:'.length));
      stone.position = { x: number, y: ${DEPTH}, z: 0 };
      if (number % ${TURNING} === 0) stone.addComponent('Worldwire.Rotator');
      numbers.push(number);
    }
    return [numbers[0], numbers.at(-1)];
  })()`;
}
