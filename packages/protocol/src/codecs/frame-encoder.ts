const PREFIX_BYTES = 4;
const encoder = new TextEncoder();

/** One frame: the u32 little-endian length of the UTF-8 text, then the text. */
export function encodeFrame(text: string): Uint8Array {
  if (text === '') throw new RangeError('A frame cannot be empty.');
  // Most JSON is ASCII, with as many bytes as characters: then nothing is copied.
  const frame = new Uint8Array(PREFIX_BYTES + text.length);
  const { read } = encoder.encodeInto(text, frame.subarray(PREFIX_BYTES));
  if (read === text.length) return writeLength(frame);
  const payload = encoder.encode(text);
  const longer = new Uint8Array(PREFIX_BYTES + payload.length);
  longer.set(payload, PREFIX_BYTES);
  return writeLength(longer);
}

function writeLength(frame: Uint8Array): Uint8Array {
  const length = frame.length - PREFIX_BYTES;
  frame[0] = length;
  frame[1] = length >>> 8;
  frame[2] = length >>> 16;
  frame[3] = length >>> 24;
  return frame;
}
