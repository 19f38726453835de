import { ConfigProblem, type ConfigText } from './config-text.js';

const SECTION = /^\[([^\]]+)\]\s*([;#].*)?$/;
/** Scopes of OAuth have dots and colons in their names. */
const ENTRY = /^([+.!-]?)([A-Za-z][\w.:/-]*)\s*=(.*)$/;
/** Sections with settings of this program, also under the names of the Unreal plugin. */
const OURS = /^(worldwire|unreal|(\/Script\/)?HiRezMCP\w*(\.\w+)?)$/i;
const NESTED = ['limits', 'features', 'scopes'];

/** Returns the name of a flag for a key in the spelling of INI files. */
export type Spelling = (key: string, section: string | undefined) => string | undefined;

/**
 * Reads an INI file as Unreal writes it: `Key=Value`, `+Key=Value` to add a value, `bKey=True`, sections, and comments after a
 * semicolon.
 */
export function readIniText(text: string, spelling: Spelling): ConfigText {
  const content: Record<string, unknown> = {};
  const lines = new Map<string, number>();
  let section: string | undefined;
  let unrealPort = false;
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = index + 1;
    const trimmed = raw.trim();
    if (trimmed === '' || trimmed.startsWith(';') || trimmed.startsWith('#')) continue;
    const heading = SECTION.exec(trimmed)?.[1]?.trim();
    if (heading !== undefined) {
      section = NESTED.find(name => name === heading.toLowerCase());
      if (section === undefined && !OURS.test(heading)) {
        const known = ['[worldwire]', ...NESTED.map(name => `[${name}]`)].join(', ');
        throw new ConfigProblem(`unknown section [${heading}]. Known: ${known}`, line);
      }
      // The settings of the plugin are for one world.
      unrealPort = /unreal|HiRez/i.test(heading);
      continue;
    }
    const entry = ENTRY.exec(trimmed);
    if (entry === null) throw new ConfigProblem('this line is not a section, a comment or Key=Value', line);
    const [, sign, written = '', rest = ''] = entry;
    if (sign !== '' && sign !== '+') {
      throw new ConfigProblem(`${sign}${written}: use Key=Value, or +Key=Value to add a value`, line);
    }
    const key = spelling(written, section) ?? written;
    const given = readValue(rest.trimStart(), line);
    const plainPort = key === 'port' && /^\d+$/.test(String(given));
    const value = unrealPort && plainPort ? `unreal=${given}` : given;
    const place = section === undefined ? content : nested(content, section);
    const before = Object.hasOwn(place, key) ? place[key] : undefined;
    if (before !== undefined && sign !== '+') {
      throw new ConfigProblem(`"${written}" is set twice; write +${written} to add a value`, line);
    }
    place[key] =
      sign === '+'
        ? [...(Array.isArray(before) ? before : before === undefined ? [] : [before]), value]
        : value;
    if (section !== undefined && !lines.has(section)) lines.set(section, line);
    lines.set(section === undefined ? key : `${section}.${key}`, line);
  }
  return { content, lines };
}

function nested(content: Record<string, unknown>, section: string): Record<string, unknown> {
  content[section] ??= Object.create(null);
  return content[section] as Record<string, unknown>;
}

function readValue(text: string, line: number): unknown {
  const quoted = /^"((?:[^"\\]|\\.)*)"\s*(;.*)?$/.exec(text);
  if (quoted !== null) return (quoted[1] as string).replace(/\\(["\\])/g, '$1');
  if (text.startsWith('"')) throw new ConfigProblem('the quotation mark is not closed', line);
  const bare = text.replace(/(?<!\s)\s+;[\s\S]*$/, '').trim();
  if (/^(true|false)$/i.test(bare)) return bare.toLowerCase() === 'true';
  return /^\d{1,15}$/.test(bare) ? Number(bare) : bare;
}
