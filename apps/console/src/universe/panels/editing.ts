import { place } from '../../state/place.js';
import { can } from '../../state/session.js';
import { toast, toastFailure } from '../../ui/toast.js';
import { type Sent, sendCommand, sendConfirmed } from '../live/send-command.js';
import type { UniverseParts } from './universe-context.js';

/** Why this page cannot change the universe, and what opens it. Undefined if it can. */
export function closedReason({ world }: UniverseParts): string | undefined {
  if (world.ceiling === 'read')
    return 'This server is read-only. Start it with --allow writes to change the universe.';
  if (world.open === 'read') return 'Writes are stopped. Resume them with the switch at the top of the page.';
  if (!can('write', world.name))
    return `This session has no right to write. Sign in with a token that has write:${world.name}.`;
  if (place.value.rev !== undefined)
    return 'This is an earlier revision. Follow the newest one to change it.';
  return undefined;
}

/** Sends a command for the revision that is shown, and says how it went. Returns whether it was applied. */
export async function change(
  parts: UniverseParts,
  command: Readonly<Record<string, unknown>>,
  confirmed = false,
): Promise<boolean> {
  const { world, universe } = parts;
  try {
    const sent: Sent = confirmed
      ? await sendConfirmed(world.name, universe.id, command)
      : await sendCommand(world.name, universe.id, command, universe.newest.peek());
    toast(`${String(command.type)} made revision ${sent.revision}.`);
    for (const warning of sent.warnings ?? []) toast(warning, 'failed');
    await universe.pull().catch(() => undefined);
    return true;
  } catch (thrown) {
    toastFailure(thrown);
    return false;
  }
}
