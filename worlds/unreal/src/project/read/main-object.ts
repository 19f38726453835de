import type { ExportEntry, Package } from '@worldwire/uasset';
import { shortName } from '../index/package-entry.js';

const NEVER_MAIN = /^(MetaData|.*GeneratedClass|Package|ObjectRedirector)$/;

/** Export index of the asset: the marked object, else that of the asset registry, else the one with the package's name. */
export async function mainObject(opened: Package, name: string): Promise<number | undefined> {
  const { exports } = opened;
  const index = (entry: ExportEntry | undefined) => (entry ? exports.indexOf(entry) : undefined);
  const marked = exports.filter(({ isAsset, className }) => isAsset && className !== 'MetaData');
  // A level Blueprint class is marked, too.
  const main = likeliest(marked.filter(isTop), name) ?? marked[0];
  if (main !== undefined) return index(main);
  const objects = exports.filter(({ className }) => className !== 'MetaData');
  const tops = objects.filter(isTop);
  const registered = (await opened.registry())[0];
  const known = registered && tops.find(top => top.name === shortName(registered.path));
  const found =
    known ?? likeliest(tops, name) ?? objects.find(({ outer }) => outer < 0) ?? exports.find(isTop);
  return index(found);
}

function isTop({ outer }: ExportEntry): boolean {
  return outer === 0;
}

function likeliest(entries: readonly ExportEntry[], name: string): ExportEntry | undefined {
  const folded = name.toLowerCase();
  const named = entries.filter(entry => entry.name.toLowerCase() === folded);
  return named.find(isLikely) ?? named[0] ?? entries.find(isLikely) ?? entries[0];
}

function isLikely({ className, name }: ExportEntry): boolean {
  return !NEVER_MAIN.test(className) && !name.startsWith('Default__');
}
