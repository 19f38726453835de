/** A tool that the game registers. */
export interface OwnTool {
  /** Letters, digits, "_" and "-", at most 48. */
  readonly name: string;
  readonly description: string;
  /** A JSON Schema of an object. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly access: 'read' | 'write' | 'danger';
}

/** A text that the game offers. */
export interface OwnResource {
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

export interface OwnEvent {
  readonly name: string;
  readonly description: string;
}

/** Everything that a game registers. A new list replaces the one before. */
export interface OwnOffers {
  readonly tools: readonly OwnTool[];
  readonly resources: readonly OwnResource[];
  readonly events: readonly OwnEvent[];
}

/** The answer of a tool of the game. */
export interface OwnAnswer {
  readonly text: string;
  readonly json?: unknown;
}
