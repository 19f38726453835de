import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Limits } from '@worldwire/server';
import type { Flag, Flags, Values } from './flags.js';
import { didYouMean } from './near-match.js';
import { Problem, reasonOf } from './problem.js';

export interface ConfigFile<F extends Flags> {
  readonly values: Values<F>;
  readonly worlds: readonly string[];
  readonly limits: Partial<Limits>;
}

/**
 * Reads a JSON file whose keys are the names of flags, `worlds` for what else stands on the command line, and
 * `limits`, which have no flags.
 */
export async function readConfigFile<F extends Flags>(path: string, flags: F): Promise<ConfigFile<F>> {
  const content = await readObject(path);
  const known = [...Object.keys(flags), 'worlds', 'limits'];
  const unknown = Object.keys(content).filter(key => !known.includes(key));
  if (unknown.length > 0) {
    const list = unknown.map(key => `"${key}"`).join(', ');
    const hint = didYouMean(unknown[0] as string, known);
    throw Problem.usage(
      `${path}: unknown ${unknown.length > 1 ? 'keys' : 'key'} ${list}.${hint} Known: ${known.join(', ')}.`,
    );
  }
  const { worlds, limits, ...settings } = content;
  const values = Object.entries(settings).map(([key, value]) => [
    key,
    readValue(path, key, flags[key] as Flag, value),
  ]);
  return {
    values: Object.fromEntries(values) as Values<F>,
    worlds: worlds === undefined ? [] : readTexts(path, 'worlds', worlds),
    // Only then, because it loads the kernel, and a start without limits need not wait for that.
    limits: limits === undefined ? {} : (await import('./limits.js')).readLimits(path, limits),
  };
}

async function readObject(path: string): Promise<Record<string, unknown>> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (thrown) {
    throw Problem.usage(`The configuration file ${path} cannot be read: ${reasonOf(thrown)}`);
  }
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) {
    return content as Record<string, unknown>;
  }
  throw Problem.usage(`The configuration file ${path} must hold a JSON object.`);
}

function readValue(path: string, key: string, flag: Flag, value: unknown): unknown {
  if (flag.type === 'boolean') {
    if (typeof value === 'boolean') return value;
    throw Problem.usage(`${path}: "${key}" must be true or false.`);
  }
  if (flag.multiple) return readTexts(path, key, value);
  const text = readText(path, key, value);
  return flag.path ? resolve(dirname(path), text) : text;
}

function readTexts(path: string, key: string, value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).map(item => readText(path, key, item));
}

function readText(path: string, key: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number') return String(value);
  throw Problem.usage(`${path}: "${key}" must be a text, as it would stand on the command line.`);
}
