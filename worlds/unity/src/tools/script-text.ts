import { WorldError } from '@worldwire/server';
import { requestDigest } from '@worldwire/server/kit';
import { MAX_SCRIPT_BYTES, type ScriptFile } from '../scripts/script-folder.js';
import { changed, type Plan } from '../writes/planned-effect.js';

/** The same, with the tool that corrects the script as the hint of code that does not compile. */
export async function ofScript<Value>(tool: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (thrown) {
    if (!(thrown instanceof WorldError) || thrown.kind !== 'InvalidArgument') throw thrown;
    throw new WorldError(thrown.kind, thrown.message, `Correct the script with ${tool}, and run it again.`);
  }
}

/** The plan of a write that replaces a text: sizes and states before and after may be the same, so that it names the text. */
export function withContent(values: Plan, old: string | null, content: string, what: string): Plan {
  const text = bytesOf(content).toString();
  const items = changed(`the content of ${what}`, old, text);
  if (old === null || old === text) return { ...values, items: [...(values.items ?? []), ...items] };
  return {
    ...values,
    items: [...(values.items ?? []), ...items],
    more: { also: [`the content of ${what}`] },
    covers: [values.before, values.after, requestDigest(old)],
  };
}

/** As it is written: UTF-8 replaces lone surrogates, and a byte order mark is left out. */
export function bytesOf(content: string): Buffer {
  return Buffer.from(content.replace(/^\uFEFF/, ''), 'utf8');
}

/** The code that runs, which a confirmation shows. */
export function contentOf({ Name, Content, Truncated }: ScriptFile): {
  readonly name: string;
  readonly content: string;
} {
  if (!Truncated) return { name: Name, content: Content };
  throw new WorldError(
    'InvalidArgument',
    `${Name} has more than ${MAX_SCRIPT_BYTES} bytes and cannot run.`,
    'Split it into several scripts.',
  );
}
