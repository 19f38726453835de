import type { ServerResponse } from 'node:http';
import { PIECE_BYTES, ResponseWriter, type WriterRules } from './response-writer.js';

/** Node's response with its principal, and with the rules that bound what waits for its reader. */
export interface HttpResponse extends ServerResponse {
  /** Empty until a credential has told. */
  principal: string;
  rules: WriterRules;
}

/** Gives a response of Node what its listener shares. */
export function asHttpResponse(raw: ServerResponse, rules: WriterRules): HttpResponse {
  const response = raw as HttpResponse;
  response.principal = '';
  response.rules = rules;
  return response;
}

/**
 * Sends the whole answer. False, and nothing sent, where it does not fit beside what waits to be read. An answer that
 * leaves at once, as nearly every one does, costs one comparison more than `end`.
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
    const outflow = new ResponseWriter(response, response.principal, response.rules);
    if (!outflow.reserve(0)) outflow.close();
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
  const outflow = new ResponseWriter(response, response.principal, response.rules);
  if (!outflow.reserve(length)) return false;
  response.writeHead(status, headers);
  outflow.write(body);
  outflow.end();
  return true;
}
