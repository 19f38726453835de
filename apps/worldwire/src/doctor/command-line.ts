import { type Finding, warn } from '../findings/finding.js';
import { PASSWORD_SHOWN } from '../serving/operator-warnings.js';
import type { Settings } from '../settings/settings.js';

/** Whether the flags show a secret to other users of the machine. */
export function checkCommandLine({ passwordShown }: Pick<Settings, 'passwordShown'>): readonly Finding[] {
  if (!passwordShown) return [];
  const [what, fix] = PASSWORD_SHOWN.split(': ') as [string, string];
  return [warn('command line', `${sentence(what)}.`, `${sentence(fix)}.`)];
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
