/** Thrown before more than the bound is held. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** The body of an answer, read no further than it may be long. */
export async function boundedBody(response: Response, most: number): Promise<Uint8Array> {
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > most) {
    await response.body?.cancel();
    throw new BodyTooLarge();
  }
  if (response.body === null) return new Uint8Array();
  const reader = response.body.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(pieces, size);
    size += value.byteLength;
    if (size > most) {
      await reader.cancel();
      throw new BodyTooLarge();
    }
    pieces.push(value);
  }
}
