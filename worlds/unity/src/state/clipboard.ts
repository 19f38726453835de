import { cut } from '../dto/cut.js';

const PREVIEW = 256;

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

/** One value that tools hand to each other: a text, or an object for as long as it lives. */
export class Clipboard {
  #clip: Clip | undefined;

  constructor(readonly changed: () => void) {}

  get clip(): Clip | undefined {
    return this.#clip;
  }

  get snapshot(): ClipboardDto {
    return this.#clip === undefined ? EMPTY : described(this.#clip);
  }

  set(clip: Clip | undefined): void {
    this.#clip = clip;
    this.changed();
  }

  drop(ids: ReadonlySet<string>): void {
    if (this.#clip?.kind === 'object' && ids.has(this.#clip.id)) this.set(undefined);
  }
}

function described(clip: Clip): ClipboardDto {
  const [shown, type] =
    clip.kind === 'text'
      ? [JSON.stringify(cut(clip.text, PREVIEW)), 'System.String']
      : [clip.name, 'UnityEngine.GameObject'];
  return {
    HasValue: true,
    Type: type,
    Preview: preview(shown, type),
    ObjectId: clip.kind === 'object' ? clip.id : null,
  };
}

/** The value with its type, as the explorer prints it. The type stays readable however long the value is. */
function preview(shown: string, type: string): string {
  const tail = ` (${type})`;
  return `${cut(shown, PREVIEW - tail.length)}${tail}`;
}
