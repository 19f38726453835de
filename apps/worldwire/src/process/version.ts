import { readFileSync } from 'node:fs';

export interface Package {
  readonly version: string;
  readonly engines: { readonly node: string };
}

/** The package's own description, which stands beside the compiled code in a checkout and when installed. */
export function readPackage(): Package {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Package;
}
