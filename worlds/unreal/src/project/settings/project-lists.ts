import type { ProjectInfo } from '../../port/operations.js';
import type { TimeSlice } from '../../work/time-slice.js';
import type { Ini } from './ini.js';

const TAGS = '/Script/GameplayTags.GameplayTagsSettings';
/** In files below Config/Tags. */
const MORE_TAGS = '/Script/GameplayTags.GameplayTagsList';
const RESTRICTED_TAGS = '/Script/GameplayTags.RestrictedGameplayTagsList';
const INPUT = '/Script/Engine.InputSettings';
const MAX_MAPPINGS = 2_000;
const MODIFIERS = ['Shift', 'Ctrl', 'Alt', 'Cmd'];

/** Lists of settings that a project has as parts of their own, by section and key. */
export function isListed(section: string, key: string): boolean {
  return LISTED.has(`${section}.${key}`.toLowerCase());
}

const LISTED = new Set(
  [
    `${TAGS}.GameplayTagList`,
    `${MORE_TAGS}.GameplayTagList`,
    `${RESTRICTED_TAGS}.RestrictedGameplayTagList`,
    `${INPUT}.ActionMappings`,
    `${INPUT}.AxisMappings`,
  ].map(name => name.toLowerCase()),
);

/** The lines that define gameplay tags, as the files have them. */
export function tagLines(ini: Ini): readonly string[] {
  return [
    ...ini.all(TAGS, 'GameplayTagList'),
    ...ini.all(MORE_TAGS, 'GameplayTagList'),
    ...ini.all(RESTRICTED_TAGS, 'RestrictedGameplayTagList'),
  ];
}

/** A tag with its comment; undefined for a line that defines none. */
export function tagOf(line: string): { readonly tag: string; readonly comment: string } | undefined {
  const tag = member(line, 'Tag');
  return tag === undefined || tag === '' ? undefined : { tag, comment: member(line, 'DevComment') ?? '' };
}

/** The data tables with gameplay tags. */
export function tagTables(ini: Ini): readonly string[] {
  return ini.all(TAGS, 'GameplayTagTableList');
}

/** The keys of each action and axis of the input system before Enhanced Input; undefined without any. */
export async function legacyInput(ini: Ini, slice: TimeSlice): Promise<ProjectInfo['input']> {
  const actions = await byName(ini.all(INPUT, 'ActionMappings'), 'ActionName', slice, line => {
    const held = MODIFIERS.filter(name => /^true$/i.test(member(line, `b${name}`) ?? ''));
    return [...held, member(line, 'Key') ?? '?'].join('+');
  });
  const axes = await byName(ini.all(INPUT, 'AxisMappings'), 'AxisName', slice, line => {
    const scale = Number(member(line, 'Scale') ?? 1);
    return `${member(line, 'Key') ?? '?'}${scale === 1 ? '' : ` x${scale}`}`;
  });
  if (Object.keys(actions).length === 0 && Object.keys(axes).length === 0) return undefined;
  return { actions, axes };
}

async function byName(
  lines: readonly string[],
  name: string,
  slice: TimeSlice,
  text: (line: string) => string,
): Promise<Readonly<Record<string, string[]>>> {
  const found = new Map<string, string[]>();
  for (const line of lines.slice(0, MAX_MAPPINGS)) {
    if (slice.isOverAfter(line.length)) await slice.yieldToEventLoop();
    const key = member(line, name) ?? '?';
    const known = found.get(key);
    if (known === undefined) found.set(key, [text(line)]);
    else known.push(text(line));
  }
  return Object.fromEntries(found);
}

/** "Jump" for ActionName of (ActionName="Jump",Key=SpaceBar). */
function member(line: string, name: string): string | undefined {
  const pattern = PATTERNS.get(name) ?? patternOf(name);
  PATTERNS.set(name, pattern);
  const found = pattern.exec(line);
  return found === null ? undefined : (found[1]?.replace(/\\(.)/g, '$1') ?? found[2] ?? '');
}

const PATTERNS = new Map<string, RegExp>();

function patternOf(name: string): RegExp {
  return new RegExp(`[(,]\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^,)]*))`, 'i');
}
