import { spawn } from 'node:child_process';

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
export function openBrowser(target: string, platform: NodeJS.Platform): Promise<boolean> {
  const [program = '', ...words] = OPENERS[platform] ?? OTHERS;
  return new Promise(resolve => {
    const child = spawn(program, [...words, target], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
