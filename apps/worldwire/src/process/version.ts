import { readFileSync } from 'node:fs';

export interface Package {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly peerDependencies: Readonly<Record<string, string>>;
}

export function readPackage(): Package {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Package;
}
