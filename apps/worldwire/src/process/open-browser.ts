import { spawn } from 'node:child_process';

const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  // The first argument in quotes would be the title of a window.
  win32: ['cmd', '/c', 'start', '""'],
};
const OTHERS = ['xdg-open'];

/** Opens an address in the browser of the user. False if no program here can. */
export function openBrowser(url: string, platform: NodeJS.Platform): Promise<boolean> {
  const [program = '', ...words] = OPENERS[platform] ?? OTHERS;
  return new Promise(resolve => {
    const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
