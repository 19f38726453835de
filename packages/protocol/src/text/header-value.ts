import { decodeUtf8 } from './utf8.js';

export type HeaderValue =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly reason: string };

const PREFIX = '=?base64?';
const SUFFIX = '?=';
// With padding `==` the last digit carries four bits that must be zero, with `=` two; other spellings of the same
// bytes are refused.
const BASE64_END = /(?:[AQgw]==|[AEIMQUYcgkosw048]=|[A-Za-z0-9+/])$/;
const encoder = new TextEncoder();

/**
 * Decodes the value of an Mcp-Name or Mcp-Param-* header.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding
 */
export function decodeHeaderValue(raw: string): HeaderValue {
  const value = trimmed(raw);
  if (!isFieldValue(value)) return refuse('The header value has characters outside printable ASCII.');
  if (!isWrapped(value)) return { ok: true, value };
  const base64 = value.slice(PREFIX.length, -SUFFIX.length);
  if (value.length < PREFIX.length + SUFFIX.length || !isStrictBase64(base64)) {
    return refuse('The header value is not valid padded Base64.');
  }
  const text = decodeUtf8(Uint8Array.from(atob(base64), digit => digit.charCodeAt(0)));
  return text === undefined ? refuse('The header value is not UTF-8 in Base64.') : { ok: true, value: text };
}

export function encodeHeaderValue(value: string): string {
  // A tab is legal, but a proxy may replace it by a space.
  const plain = isFieldValue(value) && !value.includes('\t') && trimmed(value) === value && !isWrapped(value);
  return plain ? value : `${PREFIX}${base64Of(value)}${SUFFIX}`;
}

/**
 * Whether the header equals the value in the body. Integers are compared as numbers, because some clients write 42 as 42.0;
 * only safe integers, because larger ones round to the same double.
 */
export function headerMatches(raw: string, value: string | number | boolean): boolean {
  const header = decodeHeaderValue(raw);
  if (!header.ok) return false;
  if (Number.isSafeInteger(value) && /^-?[0-9]+(?:\.0+)?$/.test(header.value)) {
    return Number(header.value) === value;
  }
  return header.value === String(value);
}

function refuse(reason: string): HeaderValue {
  return { ok: false, reason };
}

function isFieldValue(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code < 0x20 && code !== 0x09) || code > 0x7e) return false;
  }
  return true;
}

/** Removes only space and tab: String.trim removes more. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function isWrapped(text: string): boolean {
  return text.startsWith(PREFIX) && text.endsWith(SUFFIX);
}

function isStrictBase64(text: string): boolean {
  if (text === '') return true;
  return text.length % 4 === 0 && !/[^A-Za-z0-9+/=]|=[^=]/.test(text) && BASE64_END.test(text);
}

function base64Of(text: string): string {
  let binary = '';
  for (const byte of encoder.encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
