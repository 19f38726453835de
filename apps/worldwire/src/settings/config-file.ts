import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Limits } from '@worldwire/server/internal';
import { didYouMean } from '@worldwire/server/kit/near-matches';
import type { ScopeSettings } from '@worldwire/transports/oauth';
import type { AnyValues, Flag, Flags } from '../command-line/flags.js';
import { ConfigProblem, type ConfigText } from '../config/config-text.js';
import { readIniText } from '../config/ini-text.js';
import { readJsonText } from '../config/json-text.js';
import { knownKey } from '../config/spelling.js';
import { Problem, reasonOf } from '../errors/problem.js';
import { FEATURES, type Features, readFeatures } from './features.js';
import { readScopes } from './oauth-settings.js';

/** Values by the names of flags, and what has no flag. */
export interface ReadKeys {
  readonly values: AnyValues;
  readonly worlds: readonly string[];
  readonly limits: Partial<Limits>;
  readonly features: Features;
  readonly scopes: ScopeSettings | undefined;
}

export interface ConfigFile extends ReadKeys {
  /** "path:line" of a key, for errors that are found later. */
  where(key: string): string;
}

/**
 * Reads a file whose keys are the names of flags, `worlds` for the arguments, and `limits`, `features` and `scopes`, which have no
 * flags: JSON, or INI when the file is named so. Errors name the line.
 */
export async function readConfigFile(path: string, flags: Flags): Promise<ConfigFile> {
  const { content, lines } = await readText(path, knownKeys(flags));
  const refuse = (key: string, message: string): never => {
    throw refusal(path, message, lines.get(key));
  };
  return {
    ...(await readKeys(content, flags, dirname(path), refuse)),
    where: key => place(path, lines.get(key)),
  };
}

/** Checks the keys of a configuration file, or of the options of `serve()`. Paths are relative to the folder. */
export async function readKeys(
  content: Readonly<Record<string, unknown>>,
  flags: Flags,
  folder: string,
  refuse: Refuse,
): Promise<ReadKeys> {
  const known = knownKeys(flags);
  for (const key of Object.keys(content)) {
    if (known.includes(key)) continue;
    refuse(key, `unknown key "${key}".${didYouMean(key, known)} Known: ${known.join(', ')}`);
  }
  const { worlds, limits, features, scopes, ...settings } = content;
  const values = Object.entries(settings).map(([key, value]) => [
    key,
    readValue(folder, key, flags[key] as Flag, value, refuse),
  ]);
  return {
    values: Object.fromEntries(values),
    worlds: worlds === undefined ? [] : readTexts('worlds', worlds, refuse),
    // Imported here, because a start without limits need not wait for the kernel.
    limits: limits === undefined ? {} : (await import('./limits.js')).readLimits(limits, refuse),
    features: features === undefined ? {} : readFeatures(features, refuse),
    scopes: scopes === undefined ? undefined : readScopes(scopes, refuse),
  };
}

type Refuse = (key: string, message: string) => never;

function knownKeys(flags: Flags): readonly string[] {
  return [...Object.keys(flags), 'worlds', 'limits', 'features', 'scopes'];
}

async function readText(path: string, known: readonly string[]): Promise<ConfigText> {
  let text: string;
  try {
    text = decode(await readFile(path));
  } catch (thrown) {
    throw Problem.usage(`The configuration file ${path} cannot be read: ${reasonOf(thrown)}`);
  }
  try {
    if (!/\.ini$/i.test(path)) return readJsonText(text);
    const { LIMIT_NAMES } = await import('./limits.js');
    return readIniText(text, (key, section) => {
      if (section === undefined) return knownKey(key, known);
      if (section === 'scopes') return key;
      return knownKey(key, section === 'features' ? FEATURES : LIMIT_NAMES);
    });
  } catch (thrown) {
    if (thrown instanceof ConfigProblem) throw refusal(path, thrown.message, thrown.line);
    throw thrown;
  }
}

/** Editors on Windows may save UTF-16. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

function refusal(path: string, message: string, line: number | undefined): Problem {
  return Problem.usage(`${place(path, line)}: ${message}.`);
}

function place(path: string, line: number | undefined): string {
  return line === undefined ? path : `${path}:${line}`;
}

function readValue(folder: string, key: string, flag: Flag, value: unknown, refuse: Refuse): unknown {
  if (flag.type === 'boolean') {
    return typeof value === 'boolean' ? value : refuse(key, `"${key}" must be true or false`);
  }
  if (flag.multiple) return readTexts(key, value, refuse);
  const text = readOne(key, value, refuse);
  return flag.path ? resolve(folder, text) : text;
}

function readTexts(key: string, value: unknown, refuse: Refuse): readonly string[] {
  return (Array.isArray(value) ? value : [value]).map(item => readOne(key, item, refuse));
}

function readOne(key: string, value: unknown, refuse: Refuse): string {
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number') return String(value);
  return refuse(key, `"${key}" must be a text, as on the command line`);
}
