import { cutText } from '@worldwire/server/kit';
import type { ProjectInfo } from '../../port/operations.js';
import type { Ini } from './ini.js';

const TAGS = '/Script/GameplayTags.GameplayTagsSettings';
/** In files below Config/Tags. */
const MORE_TAGS = '/Script/GameplayTags.GameplayTagsList';
const INPUT = '/Script/Engine.InputSettings';
const MAX_TAGS = 10_000;
const MAX_MAPPINGS = 2_000;
const MAX_COMMENT = 200;
const MODIFIERS = ['Shift', 'Ctrl', 'Alt', 'Cmd'];

/** Lists of settings that a project has as parts of their own, by section and key. */
export function isListed(section: string, key: string): boolean {
  return LISTED.has(`${section}.${key}`.toLowerCase());
}

const LISTED = new Set(
  [
    `${TAGS}.GameplayTagList`,
    `${MORE_TAGS}.GameplayTagList`,
    `${INPUT}.ActionMappings`,
    `${INPUT}.AxisMappings`,
  ].map(name => name.toLowerCase()),
);

/** The gameplay tags of the ini files, each with its comment; undefined without any. */
export function gameplayTags(ini: Ini): ProjectInfo['gameplayTags'] {
  const lines = [...ini.all(TAGS, 'GameplayTagList'), ...ini.all(MORE_TAGS, 'GameplayTagList')];
  const tags = new Map<string, string>();
  for (const line of lines.slice(0, MAX_TAGS)) {
    const tag = member(line, 'Tag');
    if (tag !== undefined && tag !== '')
      tags.set(tag, cutText(member(line, 'DevComment') ?? '', MAX_COMMENT));
  }
  const tables = ini.all(TAGS, 'GameplayTagTableList');
  if (tags.size === 0 && tables.length === 0) return undefined;
  const sorted = [...tags].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    total: tags.size + Math.max(0, lines.length - MAX_TAGS),
    tags: sorted.map(([tag, comment]) => (comment === '' ? tag : `${tag}: ${comment}`)),
    ...(tables.length > 0 && { tables }),
  };
}

/** The keys of each action and axis of the input system before Enhanced Input; undefined without any. */
export function legacyInput(ini: Ini): ProjectInfo['input'] {
  const actions = byName(ini.all(INPUT, 'ActionMappings'), 'ActionName', line => {
    const held = MODIFIERS.filter(name => /^true$/i.test(member(line, `b${name}`) ?? ''));
    return [...held, member(line, 'Key') ?? '?'].join('+');
  });
  const axes = byName(ini.all(INPUT, 'AxisMappings'), 'AxisName', line => {
    const scale = Number(member(line, 'Scale') ?? 1);
    return `${member(line, 'Key') ?? '?'}${scale === 1 ? '' : ` x${scale}`}`;
  });
  if (Object.keys(actions).length === 0 && Object.keys(axes).length === 0) return undefined;
  return { actions, axes };
}

function byName(lines: readonly string[], name: string, text: (line: string) => string) {
  const found = new Map<string, string[]>();
  for (const line of lines.slice(0, MAX_MAPPINGS)) {
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
