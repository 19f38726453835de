/** An error in two parts: what was wrong, and the next step. */
export interface FailureText {
  readonly message: string;
  readonly hint?: string;
}

const MAX_MESSAGE = 2_000;

/** The parts of an error of a tool. Unity answers with JSON, other worlds with `Kind: message` and a line `Hint: …`. */
export function failureText(thrown: unknown): FailureText {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const given = (thrown as { hint?: unknown } | null)?.hint;
  const found = fromJson(message) ?? fromLines(message);
  const hint = typeof given === 'string' ? given : found.hint;
  return { message: found.message.slice(0, MAX_MESSAGE), ...(hint !== undefined && { hint }) };
}

/** `Send one of Spot, Point.` names the values of an enum. */
export function allowedValues({ hint }: FailureText): readonly string[] {
  const list = /^Send one of ([^.]+)\.$/.exec(hint ?? '')?.[1];
  return list === undefined ? [] : list.split(', ');
}

function fromJson(text: string): FailureText | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown; hint?: unknown } };
    if (typeof error?.message !== 'string') return undefined;
    return { message: error.message, ...(typeof error.hint === 'string' && { hint: error.hint }) };
  } catch {
    return undefined;
  }
}

function fromLines(text: string): FailureText {
  const [message = '', ...hints] = text.split(/\n?Hint: /);
  const plain = message.replace(/^[A-Z][A-Za-z]+: /, '').trim();
  return { message: plain, ...(hints.length > 0 && { hint: hints.join(' ').trim() }) };
}

/** An error in one line. */
export function showFailure(thrown: unknown): string {
  const { message, hint } = failureText(thrown);
  return hint === undefined ? message : `${message} ${hint}`;
}
