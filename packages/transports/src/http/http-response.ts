import type { ServerResponse } from 'node:http';
import { PIECE_BYTES, ResponseWriter, type WriterRules } from './response-writer.js';

/** Node's response with its principal, and the limits of its output. */
export interface HttpResponse extends ServerResponse {
  /** Empty before authentication. */
  principal: string;
  rules: WriterRules;
}

export function asHttpResponse(raw: ServerResponse, rules: WriterRules): HttpResponse {
  const response = raw as HttpResponse;
  response.principal = '';
  response.rules = rules;
  return response;
}

/**
 * Sends the whole answer. False, and nothing is sent, if it does not fit beside the bytes that wait to be read. For a
 * small answer that is written at once this costs one comparison more than `end`.
 */
export function answer(
  response: HttpResponse,
  status: number,
  headers: Readonly<Record<string, string | number>>,
  body: string | Uint8Array,
  length: number,
): boolean {
  if (length > PIECE_BYTES) return answerInPieces(response, status, headers, body, length);
  response.writeHead(status, headers);
  response.end(body);
  if (response.writableLength > 0) {
    const writer = new ResponseWriter(response, response.principal, response.rules);
    if (!writer.reserve(0)) writer.close();
  }
  return true;
}

function answerInPieces(
  response: HttpResponse,
  status: number,
  headers: Readonly<Record<string, string | number>>,
  body: string | Uint8Array,
  length: number,
): boolean {
  const writer = new ResponseWriter(response, response.principal, response.rules);
  if (!writer.reserve(length)) return false;
  response.writeHead(status, headers);
  writer.write(body);
  writer.end();
  return true;
}
