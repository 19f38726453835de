import { UnrealError, type UnrealErrorKind } from '../../port/unreal-error.js';

/**
 * `busy`: the editor saves or collects garbage; `object`: no object at the path; `member`: no such function or property;
 * `route`: not in this version of the editor; a gate: that gate is closed; `settings`: another setting of the editor.
 */
export type RefusalCause =
  | 'busy'
  | 'object'
  | 'member'
  | 'route'
  | 'python'
  | 'functions'
  | 'console'
  | 'passphrase'
  | 'settings'
  | 'other';

/** The editor refused the request: nothing was done. */
export class Refused extends UnrealError {
  constructor(
    readonly why: RefusalCause,
    kind: UnrealErrorKind,
    message: string,
    enable?: string,
  ) {
    super(kind, message, enable);
  }
}

/** The cause of a refusal, from its text: the status codes are not reliable. */
export function causeOf(status: number, said: string, code: string, functionName?: string): RefusalCause {
  const why = causeInWords(status, said, code);
  // The text of the console's own gate is unknown. It probably mentions what is allowed.
  const mentionsIt = why === 'functions' || why === 'settings' || /remote|allowed|console/i.test(said);
  const isOther = ['functions', 'settings', 'other'].includes(why);
  return functionName === 'ExecuteConsoleCommand' && isOther && mentionsIt ? 'console' : why;
}

function causeInWords(status: number, said: string, code: string): RefusalCause {
  if (status === 401 || /passphrase/i.test(said)) return 'passphrase';
  if (/route_handler_not_found/.test(code)) return 'route';
  if (/cannot be accessed remotely/i.test(said)) return /python/i.test(said) ? 'python' : 'settings';
  if (/not allowed by remote control settings/i.test(said)) return 'functions';
  // "Function: X does not exist on object: Y." names the object, too. The first one is missing.
  if (/^(object )?(function|property)\b.*(does not exist|not be found|not found)/i.test(said))
    return 'member';
  if (/does not exist|could not be found/i.test(said)) return 'object';
  // Quoted texts and paths may contain such words.
  if (/\b(saving|saves|garbage)\b/i.test(said.replace(/'[^']*'|"[^"]*"|\/\S+/g, ''))) return 'busy';
  if (said === '' && status === 404) return 'route';
  return 'other';
}

/** The refusal that was thrown, or one for an unreadable answer; undefined for other errors. */
export function refusalIn(thrown: unknown): Refused | undefined {
  if (thrown instanceof Refused) return thrown;
  if (!(thrown instanceof UnrealError) || !['failed', 'unsupported'].includes(thrown.kind)) return undefined;
  return new Refused('other', thrown.kind, thrown.message, thrown.enable);
}
