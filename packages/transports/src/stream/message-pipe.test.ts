import { PassThrough, Writable } from 'node:stream';
import { FRAMINGS, type JsonValue } from '@worldwire/protocol';
import { createMemory, DEFAULT_LIMITS, FairTurns } from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { MessagePipe, type Receiver } from './message-pipe.js';

const IGNORED: Receiver = {
  onValue() {},
  onMalformed() {},
  onBroken() {},
  onEnd() {},
  onDrained() {},
};

/** A pipe whose receiver answers each number with the number behind it, unless it does something else first. */
const memory = createMemory(DEFAULT_LIMITS);

function counting(first: (value: number, pipe: MessagePipe) => void = () => {}) {
  const input = new PassThrough();
  const writes: string[] = [];
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      writes.push(String(chunk));
      done();
    },
  });
  const pipe: MessagePipe = new MessagePipe({
    input,
    output,
    framing: FRAMINGS.newline,
    maxBytes: 1_000,
    limits: { jsonDepth: 8, jsonMembers: 1_000_000 },
    arriving: memory.arriving,
    turns: new FairTurns(() => performance.now()),
    receiver: {
      ...IGNORED,
      onValue: (value: JsonValue) => {
        first(value as number, pipe);
        pipe.write(`${(value as number) + 1}`);
      },
      onEnd: () => pipe.write('"ended"'),
    },
  });
  return { input, writes };
}

const LARGE = 200_000;

/** A pipe whose large messages wait until `turn` is called. */
function waiting(arrivingBytes: number) {
  const { arriving } = createMemory({ ...DEFAULT_LIMITS, arrivingBytes, principalPercent: 100 });
  const turns = new FairTurns(() => performance.now());
  const works: (() => unknown)[] = [];
  turns.run = (_principal, steps) =>
    new Promise(() => {
      works.push(() => {
        while (steps.next().done !== true);
      });
    });
  const input = new PassThrough();
  const heard: string[] = [];
  /** What was counted while the receiver had the message. */
  const counted: number[] = [];
  const pipe = new MessagePipe({
    input,
    output: new PassThrough(),
    framing: FRAMINGS.newline,
    maxBytes: 2 * LARGE,
    limits: { jsonDepth: 8, jsonMembers: 1_000_000 },
    arriving,
    turns,
    receiver: {
      ...IGNORED,
      onValue: value => {
        heard.push(String(value).slice(-1));
        counted.push(arriving.total);
      },
      onBroken: (_reason, by) => heard.push(by),
      onEnd: () => heard.push('end'),
    },
  });
  return { arriving, input, pipe, heard, counted, turn: () => works.shift()?.() };
}

describe('a large message that waits to be parsed', () => {
  it('is counted until it is delivered', () => {
    const { arriving, input, heard, counted, turn } = waiting(4 * LARGE);
    input.emit('data', Buffer.from(`"${'x'.repeat(LARGE)}"\n`));
    expect(arriving.total).toBeGreaterThan(LARGE);
    turn();
    expect(heard).toEqual(['x']);
    expect(counted).toEqual([0]);
    expect(arriving.total).toBe(0);
  });

  it('is counted together with those behind it', () => {
    const { arriving, input, turn, heard } = waiting(4 * LARGE);
    input.emit('data', Buffer.from(`"${'x'.repeat(LARGE)}"\n"${'y'.repeat(LARGE)}"\n`));
    expect(arriving.total).toBeGreaterThan(2 * LARGE);
    turn();
    expect(arriving.total).toBeGreaterThan(LARGE);
    expect(arriving.total).toBeLessThan(2 * LARGE);
    turn();
    expect(heard).toEqual(['x', 'y']);
    expect(arriving.total).toBe(0);
  });

  it('is refused where its text does not fit', () => {
    const { arriving, input, turn, heard } = waiting(1.5 * LARGE);
    // With one character of two bytes, V8 stores every character of the text in two.
    input.emit('data', Buffer.from(`"${'x'.repeat(LARGE)}→"\n`));
    expect(heard).toEqual(['memory']);
    expect(arriving.total).toBe(0);
    turn();
    expect(heard).toEqual(['memory']);
  });

  it('is delivered before the end of the input, and is no longer counted then', () => {
    const { arriving, input, pipe, turn, heard } = waiting(4 * LARGE);
    input.emit('data', Buffer.from(`"${'x'.repeat(LARGE)}"\n"${'y'.repeat(LARGE)}"`));
    pipe.end();
    turn();
    expect(heard).toEqual(['x', 'y', 'end']);
    expect(arriving.total).toBe(0);
  });

  it('is refused when the bytes do not fit in the share of its principal', () => {
    const { arriving, input, pipe, turn, heard } = waiting(3 * LARGE);
    input.emit('data', Buffer.from(`"${'x'.repeat(LARGE)}"\n"${'y'.repeat(LARGE)}"\n`));
    pipe.setPrincipal('another');
    arriving.take('another', 2.5 * LARGE);
    turn();
    expect(heard).toEqual(['x', 'memory']);
    expect(arriving.total).toBe(2.5 * LARGE);
  });
});

describe('MessagePipe', () => {
  it('answers a message before it returns to the event loop', () => {
    const { input, writes } = counting();
    input.emit('data', Buffer.from('1\n'));
    expect(writes).toEqual(['2\n']);
  });

  it('writes the answers to one chunk at once', () => {
    const { input, writes } = counting();
    input.emit('data', Buffer.from('1\n2\n3\n'));
    expect(writes).toEqual(['2\n3\n4\n']);
  });

  it('refuses a message with more members than it may have, and reads on', () => {
    const input = new PassThrough();
    const heard: unknown[] = [];
    new MessagePipe({
      input,
      output: new PassThrough(),
      framing: FRAMINGS.newline,
      maxBytes: 1_000,
      limits: { jsonDepth: 8, jsonMembers: 3 },
      arriving: memory.arriving,
      turns: new FairTurns(() => performance.now()),
      receiver: {
        ...IGNORED,
        onValue: value => heard.push(value),
        onMalformed: reason => heard.push(reason),
      },
    });
    input.emit('data', Buffer.from('[1,2,3]\n[1,2,3,4]\n5\n'));
    expect(heard).toEqual([[1, 2, 3], expect.stringContaining('more than 3 members'), 5]);
  });

  it('continues after a receiver threw', () => {
    const { input, writes } = counting(value => {
      if (value === 1) throw new Error('a mishap');
    });
    expect(() => input.emit('data', Buffer.from('1\n'))).toThrow('a mishap');
    input.emit('data', Buffer.from('2\n'));
    expect(writes).toEqual(['3\n']);
  });

  it('delivers what has arrived when its receiver ends it', () => {
    const { input, writes } = counting((_value, pipe) => pipe.end());
    input.emit('data', Buffer.from('1\n2\n3'));
    input.emit('data', Buffer.from('4\n'));
    expect(writes).toEqual(['2\n3\n4\n"ended"\n']);
  });
});
