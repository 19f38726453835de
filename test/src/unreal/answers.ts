import { expect } from 'vitest';
import { type CallResult, said, type Visitor } from '../universe/official-clients.js';

export type Facts = Record<string, unknown>;

/** The structured answer of a tool, which the client has checked against the output schema. The text has the same content. */
export async function answer(
  client: Pick<Visitor, 'call'>,
  name: string,
  args: object = {},
  meta?: Record<string, unknown>,
): Promise<Facts> {
  return factsOf(name, await client.call(name, args, meta));
}

export function factsOf(name: string, result: CallResult): Facts {
  if (result.isError) throw new Error(`${name}: ${said(result)}`);
  const told = result.content.find(({ type }) => type === 'text');
  expect(result.structuredContent).toEqual(JSON.parse(told?.text ?? ''));
  return result.structuredContent as Facts;
}

/** The error text of a tool. */
export async function refusal(
  client: Pick<Visitor, 'call'>,
  name: string,
  args: object = {},
  meta?: Record<string, unknown>,
): Promise<string> {
  const result = await client.call(name, args, meta);
  expect({ name, isError: result.isError, structured: result.structuredContent }).toEqual({
    name,
    isError: true,
    structured: undefined,
  });
  return said(result);
}

/** The items of a page. */
export function items(page: Facts): readonly Facts[] {
  return page.items as Facts[];
}

/** One member of every item of a page. */
export function each(page: Facts, member: string): readonly unknown[] {
  return items(page).map(item => item[member]);
}

/** All pages of a list. */
export async function pages(
  client: Pick<Visitor, 'call'>,
  name: string,
  args: object,
): Promise<readonly Facts[]> {
  const all: Facts[] = [];
  for (let cursor: unknown; ; ) {
    const page = await answer(client, name, { ...args, ...(cursor !== undefined && { cursor }) });
    all.push(page);
    cursor = page.nextCursor;
    if (cursor === undefined) return all;
    if (all.length > 1_000) throw new Error(`${name} has no end.`);
  }
}

/** A resource that is JSON. */
export async function json(client: Pick<Visitor, 'read'>, uri: string): Promise<Facts> {
  const { mimeType, text } = await client.read(uri);
  expect(mimeType).toBe('application/json');
  return JSON.parse(text) as Facts;
}

/** The width and the height of a PNG. */
export function pngSize(base64: string): { readonly width: number; readonly height: number } {
  const bytes = Buffer.from(base64, 'base64');
  expect(bytes.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
