/** Commands that leave a trace in the state if one is lost or runs twice. */

/** What every writer changes. */
export const BEACON = 'beacon';

export const START = { stars: { [BEACON]: { name: 'start' } } };

const ADDITION_EVERY = 12;
const TOGETHER_EVERY = 16;

/** One command. Few add a body, so that the log outgrows the universe and snapshots come due. */
export function single(writer, number) {
  const mark = markOf(writer, number);
  if (number % ADDITION_EVERY === 0) return [addition(mark)];
  return [(writer + number) % 2 === 0 ? tick() : update(mark)];
}

/** The same, and every so often several at once: all of them or none. */
export function mixed(writer, number) {
  if (number % TOGETHER_EVERY !== TOGETHER_EVERY - 1) return single(writer, number);
  const mark = markOf(writer, number);
  return [addition(mark), tick(), update(mark)];
}

/** Whether a recorded command is the one that was sent. */
export function isSame(recorded, sent) {
  return (
    recorded.type === sent.type &&
    recorded.id === sent.id &&
    recorded.dt === sent.dt &&
    recorded.payload?.name === sent.payload?.name &&
    recorded.payload?.name === sent.payload?.name
  );
}

function addition(mark) {
  return { type: 'addStar', id: mark, payload: { name: mark } };
}

function tick() {
  return { type: 'tick', dt: 1 };
}

function update(mark) {
  return { type: 'updateStar', id: BEACON, payload: { name: mark } };
}

function markOf(writer, number) {
  return `w${writer}-${number}`;
}
