const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

export function imageType(data: Uint8Array): 'image/png' | 'image/jpeg' | undefined {
  if (begins(data, PNG)) return 'image/png';
  return begins(data, JPEG) ? 'image/jpeg' : undefined;
}

function begins(data: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, i) => data[i] === byte);
}
