import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FrameEvent } from './frame-decoder.js';
import { FRAMINGS, type FramingName, type MessageDecoder } from './framing.js';

const NAMES: FramingName[] = ['frames', 'newline'];
const texts = fc.array(
  fc.json().filter(text => text.trim() !== ''),
  { maxLength: 6 },
);

/** Pushes what `span` allows, piece by piece. */
function stepwise(decoder: MessageDecoder, bytes: Uint8Array): FrameEvent[][] {
  const steps: FrameEvent[][] = [];
  for (let at = 0; at < bytes.length; ) {
    const span = decoder.span(bytes.subarray(at));
    expect(span).toBeGreaterThan(0);
    steps.push(decoder.push(bytes.subarray(at, at + span)));
    at += span;
  }
  return [...steps, decoder.end()];
}

describe.each(NAMES)('the framing %s', name => {
  const framing = FRAMINGS[name];

  it('gives back the messages that it was given', () => {
    fc.assert(
      fc.property(texts, messages => {
        const bytes = messages.length === 0 ? new Uint8Array(0) : framing.encode(messages);
        const decoder = framing.decoder(100_000);
        const events = [...decoder.push(bytes), ...decoder.end()];
        expect(events).toEqual(messages.map(text => ({ kind: 'message', text })));
      }),
    );
  });

  it('has a span that never reaches into a second message, and loses nothing', () => {
    fc.assert(
      fc.property(fc.oneof(texts.map(framing.encode), fc.uint8Array({ maxLength: 200 })), bytes => {
        const whole = framing.decoder(50);
        const steps = stepwise(framing.decoder(50), bytes);
        for (const events of steps) expect(events.length).toBeLessThanOrEqual(1);
        expect(steps.flat()).toEqual([...whole.push(bytes), ...whole.end()]);
      }),
    );
  });

  it('is pending inside a message, and only there', () => {
    const bytes = framing.encode(['{}']);
    const decoder = framing.decoder(10);
    expect(decoder.pending).toBe(false);
    for (const byte of bytes.subarray(0, -1)) {
      decoder.push(Uint8Array.of(byte));
      expect(decoder.pending).toBe(true);
    }
    decoder.push(new Uint8Array(0));
    expect(decoder.pending).toBe(true);
    decoder.push(bytes.subarray(-1));
    expect(decoder.pending).toBe(false);
  });
});
