export interface SseFields {
  readonly data?: string;
  readonly event?: string;
  readonly id?: string;
  readonly retry?: number;
}

const LINE_END = /\r\n|\r|\n/;

/**
 * One event of a text/event-stream.
 * @throws RangeError for a value that SSE cannot represent. Such values come from the program, never from a peer.
 */
export function encodeSse(fields: SseFields): string {
  const { data, event, id, retry } = fields;
  let text = '';
  if (event !== undefined) text += `event: ${oneLine('event', event)}\n`;
  if (id !== undefined) {
    // Readers ignore an id with NUL, and could not resume from it.
    if (id.includes('\0')) throw new RangeError('An SSE id cannot hold NUL.');
    text += `id: ${oneLine('id', id)}\n`;
  }
  if (retry !== undefined) {
    if (!Number.isSafeInteger(retry) || retry < 0)
      throw new RangeError('An SSE retry is a whole number of ms.');
    text += `retry: ${retry}\n`;
  }
  if (data === undefined) return `${text}\n`;
  if (isOneLine(data)) return `${text}data: ${data}\n\n`;
  return `${text}${prefixLines('data: ', data)}\n`;
}

/** A comment line, which keeps an idle connection open. */
export function encodeSseComment(text = ''): string {
  return text === '' ? ':\n\n' : `${prefixLines(': ', text)}\n`;
}

function isOneLine(text: string): boolean {
  return !text.includes('\n') && !text.includes('\r');
}

function oneLine(field: string, text: string): string {
  if (!isOneLine(text)) throw new RangeError(`An SSE ${field} cannot hold a line end.`);
  return text;
}

function prefixLines(prefix: string, text: string): string {
  let lines = '';
  for (const line of text.split(LINE_END)) lines += `${prefix}${line}\n`;
  return lines;
}
