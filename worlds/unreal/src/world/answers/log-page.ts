import { cutText, fitItems, resultBytesOf, withoutSecrets } from '@worldwire/server/kit';
import type { LogLine, LogPage, ParamsOf, WithNotes } from '../../port/operations.js';
import type { CallOptions } from '../../port/unreal-source.js';
import type { Answer, Sources } from '../sources/sources.js';

const MAX_LINE = 2_000;

/** Lines of the log that fit into `max` bytes of a result: the newest ones, with the cursor to those before. */
export async function fittingLog(
  sources: Sources,
  params: ParamsOf<'log.tail'>,
  options: CallOptions,
  max: number,
): Promise<Answer<LogPage & WithNotes & { readonly returned: number }>> {
  let asked: number | undefined;
  for (let { lines } = params; ; ) {
    const answer = await sources.read('log.tail', { ...params, lines }, options);
    const all = answer.value.lines.map(cutLine);
    const { length } = fitItems(all.toReversed(), { max, sizeOf: resultBytesOf, min: 1 });
    if (length === all.length) {
      const value = { ...answer.value, lines: all, returned: all.length };
      if (asked === undefined) return { ...answer, value };
      const note = `${asked - length} older lines are left out because of their size.`;
      return { ...answer, value, note: [answer.note, note].filter(Boolean).join(' ') };
    }
    // Only the source can give a cursor, so fewer lines are asked for instead of being cut here.
    asked ??= all.length;
    lines = Math.min(length, lines - 1);
  }
}

function cutLine(line: LogLine): LogLine {
  return { ...line, text: cutText(withoutSecrets(line.text.slice(0, 2 * MAX_LINE)), MAX_LINE) };
}
