import { PassThrough, Writable } from 'node:stream';
import { FRAMINGS, type JsonValue } from '@worldwire/protocol';
import { createMemory, DEFAULT_LIMITS, FairTurns } from '@worldwire/server';
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

  it('goes on after a receiver that threw', () => {
    const { input, writes } = counting(value => {
      if (value === 1) throw new Error('a mishap');
    });
    expect(() => input.emit('data', Buffer.from('1\n'))).toThrow('a mishap');
    input.emit('data', Buffer.from('2\n'));
    expect(writes).toEqual(['3\n']);
  });

  it('ended by its receiver, first delivers what is here', () => {
    const { input, writes } = counting((_value, pipe) => pipe.end());
    input.emit('data', Buffer.from('1\n2\n3'));
    input.emit('data', Buffer.from('4\n'));
    expect(writes).toEqual(['2\n3\n4\n"ended"\n']);
  });
});
