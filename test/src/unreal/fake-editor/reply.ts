/** A reply of the fake. */
export interface Reply {
  readonly status: number;
  readonly body: Buffer;
  readonly type: string;
}

export function json(value: unknown, status = 200): Reply {
  return { status, body: Buffer.from(JSON.stringify(value)), type: 'application/json' };
}

/** §2: a write answers 200 with an empty body (D1). */
export function empty(): Reply {
  return { status: 200, body: Buffer.alloc(0), type: 'application/json' };
}

/** §2, errors: all of them use the key errorMessage. */
export function refusal(errorMessage: string, status = 400): Reply {
  return json({ errorMessage }, status);
}

/** §1: request keys are matched in any case. */
export function key(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const lower = name.toLowerCase();
  const found = Object.entries(value).find(([each]) => each.toLowerCase() === lower);
  return found?.[1];
}

export function text(value: unknown, name: string): string {
  const found = key(value, name);
  return typeof found === 'string' ? found : '';
}
