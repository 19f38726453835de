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

const HINTS: Readonly<Partial<Record<UnrealErrorKind, string>>> = {
  unsupported: 'get_editor_state reports which sources are connected.',
  closed: 'get_editor_state lists the settings that block it.',
  gone: 'get_editor_state reports when the editor is back.',
  'not-found': 'list_assets, find_assets and list_actors return existing paths.',
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
  const hint = hints.filter(part => part !== undefined).join(' ');
  return new WorldError(KINDS[kind], message, hint === '' ? undefined : hint);
}
