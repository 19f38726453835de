import { cutText } from '@worldwire/server/kit';

const MAX_PREVIEW = 256;

export interface ClipboardDto {
  readonly HasValue: boolean;
  readonly Type: string | null;
  readonly Preview: string | null;
  readonly ObjectId: string | null;
}

export type Clip =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'object'; readonly id: string; readonly name: string };

const EMPTY: ClipboardDto = { HasValue: false, Type: null, Preview: null, ObjectId: null };

/** One value that clients share: a text, or an object until it is destroyed. */
export class Clipboard {
  #clip: Clip | undefined;

  constructor(readonly changed: () => void) {}

  get clip(): Clip | undefined {
    return this.#clip;
  }

  get snapshot(): ClipboardDto {
    return describedClip(this.#clip);
  }

  set(clip: Clip | undefined): void {
    this.#clip = clip;
    this.changed();
  }

  drop(ids: ReadonlySet<string>): void {
    if (this.#clip?.kind === 'object' && ids.has(this.#clip.id)) this.set(undefined);
  }
}

/** The form of a clip in answers. */
export function describedClip(clip: Clip | undefined): ClipboardDto {
  if (clip === undefined) return EMPTY;
  const [shown, type] =
    clip.kind === 'text'
      ? [JSON.stringify(cutText(clip.text, MAX_PREVIEW)), 'System.String']
      : [clip.name, 'UnityEngine.GameObject'];
  return {
    HasValue: true,
    Type: type,
    Preview: preview(shown, type),
    ObjectId: clip.kind === 'object' ? clip.id : null,
  };
}

/** The value with its type, as Unity Explorer shows it. A long value is cut, not the type. */
function preview(shown: string, type: string): string {
  const tail = ` (${type})`;
  return `${cutText(shown, MAX_PREVIEW - tail.length)}${tail}`;
}
