/** Commands of which a lost one and a doubled one both leave a trace in the state. */

/** What every writer changes. */
export const BEACON = 'beacon';

export const START = { stars: { [BEACON]: { name: 'Beacon', by: 'nobody' } } };

const ADDITION_EVERY = 12;
const TOGETHER_EVERY = 16;

/**
 * One command. Few add a body, so that the log outgrows the universe and snapshots come due.
 * @param {number} writer
 * @param {number} number its how many-th
 * @returns {object[]}
 */
export function single(writer, number) {
  const mark = markOf(writer, number);
  if (number % ADDITION_EVERY === 0) return [addition(mark)];
  return [(writer + number) % 2 === 0 ? tick() : update(mark)];
}

/** The same, and every so often several at once: all of them or none. @param {number} writer @param {number} number */
export function mixed(writer, number) {
  if (number % TOGETHER_EVERY !== TOGETHER_EVERY - 1) return single(writer, number);
  const mark = markOf(writer, number);
  return [addition(mark), tick(), update(mark)];
}

/** Whether a recorded command is the one that was sent. @param {any} recorded @param {any} sent */
export function isSame(recorded, sent) {
  return (
    recorded.type === sent.type &&
    recorded.id === sent.id &&
    recorded.dt === sent.dt &&
    recorded.payload?.name === sent.payload?.name &&
    recorded.payload?.by === sent.payload?.by
  );
}

/** @param {string} mark */
function addition(mark) {
  return { type: 'addStar', id: mark, payload: { name: mark } };
}

function tick() {
  return { type: 'tick', dt: 1 };
}

/** @param {string} mark */
function update(mark) {
  return { type: 'updateStar', id: BEACON, payload: { by: mark } };
}

/** @param {number} writer @param {number} number */
function markOf(writer, number) {
  return `w${writer}-${number}`;
}
