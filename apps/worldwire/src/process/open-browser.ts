import { spawn } from 'node:child_process';
import type { Environment } from './environment.js';
import { sessionEnvironment } from './program-environment.js';

const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  // Not a shell: the name of a user's folder may have characters that it interprets.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const OTHERS = ['xdg-open'];

/**
 * Opens an address or a file in the browser of the user. False if no program here can. All users of the machine see the arguments of a
 * program, so that an address with a secret needs a file (`console/link-pages.ts`).
 */
export function openBrowser(
  target: string,
  { platform, inherited }: Pick<Environment, 'platform' | 'inherited'>,
): Promise<boolean> {
  const [program = '', ...words] = OPENERS[platform] ?? OTHERS;
  return new Promise(resolve => {
    const child = spawn(program, [...words, target], {
      stdio: 'ignore',
      detached: true,
      env: sessionEnvironment(inherited) as NodeJS.ProcessEnv,
    });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
