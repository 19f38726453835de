import { PassThrough, Writable } from 'node:stream';
import { FRAMINGS, type JsonValue } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { MessagePipe, type Receiver } from './message-pipe.js';

const IGNORED: Receiver = {
  onValue() {},
  onMalformed() {},
  onBroken() {},
  onEnd() {},
  onDrained() {},
};

/** A pipe whose receiver answers each number with the number behind it. */
function counting() {
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
    jsonDepth: 8,
    receiver: { ...IGNORED, onValue: (value: JsonValue) => pipe.write(`${(value as number) + 1}`) },
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
});
