/** Arguments of a call with the name of its engine. */
export function withEngine(
  args: Readonly<Record<string, unknown>>,
  engine: string | undefined,
): Record<string, unknown> {
  return engine === undefined ? { ...args } : { ...args, engine };
}

/** The address of a resource: `engine://quest/hooks`, or `unity://hooks` where the engine needs no name. */
export function resourceUri(path: string, engine: string | undefined): string {
  return engine === undefined ? `unity://${path}` : `engine://${engine}/${path}`;
}
