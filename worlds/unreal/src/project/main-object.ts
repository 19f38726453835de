import type { Package } from '@worldwire/uasset';
import { shortName } from './package-entry.js';

const NEVER_MAIN = /^(MetaData|.*GeneratedClass|Package|ObjectRedirector)$/;

/**
 * The object a package is about, from 0 on: the one its saver marked, else the one the asset registry knows, else the one
 * with the package's name.
 */
export async function mainObject(opened: Package, name: string): Promise<number | undefined> {
  const marked = opened.exports.findIndex(({ isAsset, outer }) => isAsset && outer === 0);
  if (marked >= 0) return marked;
  const inAnother = opened.exports.findIndex(({ isAsset }) => isAsset);
  if (inAnother >= 0) return inAnother;
  const tops = [...opened.exports.keys()].filter(index => opened.exports[index]?.outer === 0);
  const top = (wanted: string) => tops.find(index => opened.exports[index]?.name === wanted);
  const registered = (await opened.registry())[0];
  return (
    (registered && top(shortName(registered.path))) ??
    top(name) ??
    tops.find(index => isLikely(opened, index)) ??
    tops[0]
  );
}

function isLikely(opened: Package, index: number): boolean {
  const { className, name } = opened.exports[index] as Package['exports'][number];
  return !NEVER_MAIN.test(className) && !name.startsWith('Default__');
}
