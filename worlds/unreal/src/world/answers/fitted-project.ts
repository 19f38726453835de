import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { ProjectInfo } from '../../port/operations.js';
import { fitJson } from './fit-json.js';

/** The project within `max` bytes, optionally only with settings of some sections. */
export function fittedProject(
  { settings, modules, plugins, gameplayTags, input, notes, ...facts }: ProjectInfo,
  section: string | undefined,
  max: number,
): { readonly facts: object; readonly note?: string } {
  const missing: string[] = [];
  let room = max - 1_000;
  const fit = <Part extends JsonValue>(what: string, part: Part, share: number): Part => {
    const { value, shown, cut, bytes } = fitJson(part, room * share);
    room -= bytes;
    const total = Object.keys(part as object).length;
    if (shown < total || cut > 0) missing.push(`${total - shown + cut} of ${total} ${what}`);
    return value;
  };
  const word = section?.toLowerCase() ?? '';
  const sections = Object.entries(settings ?? {}).filter(([name]) => name.toLowerCase().includes(word));
  const shown = {
    ...facts,
    modules: fit('modules', modules as unknown as JsonValue[], 0.2),
    plugins: fit('plugins', plugins as unknown as JsonValue[], 0.3),
    ...(gameplayTags &&
      'gameplaytags'.includes(word) && {
        gameplayTags: { ...gameplayTags, tags: fit('gameplay tags', gameplayTags.tags as string[], 0.4) },
      }),
    ...(input && 'inputsettings'.includes(word) && { input: fit('kinds of input', input as never, 0.3) }),
    ...(notes && { notes: fit('notes', notes as string[], 0.2) }),
    ...(settings && {
      settings: fit('sections of settings', Object.fromEntries(sections) as JsonObject, 0.95),
    }),
  };
  if (missing.length === 0) return { facts: shown };
  const how = 'unreal://project?section=… returns the sections whose names contain a text.';
  return { facts: shown, note: `Cut or left out because of their size: ${missing.join(', ')}. ${how}` };
}
