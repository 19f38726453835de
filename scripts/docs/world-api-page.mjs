import { readFile } from 'node:fs/promises';

const PAGE = new URL('../../docs/world-api.md', import.meta.url);
const EXAMPLES = new URL('../../examples/src/garden/', import.meta.url);
const BLOCK = /(<!-- ([\w-]+\.ts) -->\n```ts\n)[\s\S]*?(```\n)/g;

/** The text of docs/world-api.md: its prose as it is, with each code block replaced by the example file that it names. */
export async function worldApiPage() {
  const page = await readFile(PAGE, 'utf8');
  const names = [...page.matchAll(BLOCK)].map(([, , name]) => name);
  const sources = new Map(
    await Promise.all(names.map(async name => [name, await readFile(new URL(name, EXAMPLES), 'utf8')])),
  );
  return page.replace(BLOCK, (_block, head, name, tail) => `${head}${sources.get(name)}${tail}`);
}
