import type { ComponentType } from 'preact';
import type { WorldInfo } from '../api/operator.js';

/** A world's view is a chunk of its own, loaded when it is first shown. */
export interface ViewModule {
  readonly View: ComponentType<{ readonly world: WorldInfo }>;
}

/** What other panels ask of the view that is shown. */
export interface ShownView {
  /** Objects that match a search, for the palette: at most 20. */
  search(text: string): Promise<readonly FoundObject[]>;
  /** Selects an object and brings it into view. */
  show(id: string): void;
  /** Shows where an approval would put an object. `undefined` removes it. */
  preview(plan: PreviewedPlan | undefined): void;
  /** Keys of the view, for the list of keys. The view handles them itself. */
  readonly keys?: readonly { readonly keys: string; readonly label: string }[];
}

export interface PreviewedPlan {
  readonly before: unknown;
  readonly after: unknown;
  /** The id of the object that the plan changes, if its arguments name one. */
  readonly object?: string;
}

export interface FoundObject {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
}
