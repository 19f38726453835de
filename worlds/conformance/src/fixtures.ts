/** One red pixel. */
export const pixelPng: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mN4YGAAAAM0AUGG6zE/AAAAAElFTkSuQmCC',
  'base64',
);

/** One millisecond of silence: PCM, 8 bit, mono, 8 kHz. */
export const silenceWav: Uint8Array = Buffer.from(
  'UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==',
  'base64',
);
