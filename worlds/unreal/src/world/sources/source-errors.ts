import { type FailureKind, WorldError } from '@worldwire/server';
import type { UnrealError, UnrealErrorKind } from '../../port/unreal-error.js';
import type { Provenance } from '../../port/unreal-source.js';

const KINDS: Readonly<Record<UnrealErrorKind, FailureKind>> = {
  unsupported: 'Unsupported',
  closed: 'Unsupported',
  gone: 'NotReady',
  'not-found': 'NotFound',
  invalid: 'InvalidArgument',
  timeout: 'Timeout',
  failed: 'Internal',
};

/** The next step where the source names none. */
const HINTS: Readonly<Record<UnrealErrorKind, string>> = {
  unsupported: 'get_editor_state reports which sources are connected.',
  closed: 'get_editor_state lists the settings that block it.',
  gone: 'get_editor_state reports when the editor is back.',
  'not-found':
    'find_assets searches assets by a part of the name, list_actors actors; both return existing paths.',
  invalid: 'Correct the argument and call again; get_editor_state and list_assets are good starts.',
  failed: 'Try again; tail_log may have the reason, and get_editor_state the state of the sources.',
  timeout: 'Request less, or try again when the editor is less busy.',
};

const UNSURE = 'The write may have been done: read the current value before you try again.';

export const SOURCE_NAMES: Readonly<Record<Provenance, string>> = {
  live: 'The editor',
  disk: 'The project on disk',
  sample: 'The sample',
};

/** The error of a source as a tool error, with what would make the operation work. */
export function worldError({ kind, message, enable, unsure }: UnrealError, note?: string): WorldError {
  const hints = [unsure ? UNSURE : undefined, enable ?? HINTS[kind], note];
  return new WorldError(KINDS[kind], message, hints.filter(part => part !== undefined).join(' '));
}
