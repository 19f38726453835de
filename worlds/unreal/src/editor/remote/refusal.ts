import { UnrealError, type UnrealErrorKind } from '../../port/unreal-error.js';

/**
 * `busy`: the editor saves or collects garbage; `object`: there is none at the path; `member`: the object has no such function
 * or property; `route`: this version has no such route. The names of gates: that gate. `settings`: another setting of the editor.
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

/** The editor answered, and the answer was no: nothing was done. */
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

/** Which refusal it is, by the words: the status of most of them is not to be relied on. */
export function causeOf(status: number, said: string, code: string, functionName?: string): RefusalCause {
  const why = causeInWords(status, said, code);
  // In which words the console's own gate refuses is not known: it is the likeliest to talk of what is allowed.
  const talksOfIt = why === 'functions' || why === 'settings' || /remote|allowed|console/i.test(said);
  const isOther = ['functions', 'settings', 'other'].includes(why);
  return functionName === 'ExecuteConsoleCommand' && isOther && talksOfIt ? 'console' : why;
}

function causeInWords(status: number, said: string, code: string): RefusalCause {
  if (status === 401 || /passphrase/i.test(said)) return 'passphrase';
  if (/route_handler_not_found/.test(code)) return 'route';
  if (/cannot be accessed remotely/i.test(said)) return /python/i.test(said) ? 'python' : 'settings';
  if (/not allowed by remote control settings/i.test(said)) return 'functions';
  // "Function: X does not exist on object: Y." names the object, too: what comes first is what is missing.
  if (/^(object )?(function|property)\b.*(does not exist|not be found|not found)/i.test(said))
    return 'member';
  if (/does not exist|could not be found/i.test(said)) return 'object';
  // Without what is quoted and without paths, which may have such words in them.
  if (/\b(saving|saves|garbage)\b/i.test(said.replace(/'[^']*'|"[^"]*"|\/\S+/g, ''))) return 'busy';
  if (said === '' && status === 404) return 'route';
  return 'other';
}

/** The refusal that was thrown, or what stands for it when an answer could not even be read; nothing for the rest. */
export function refusalIn(thrown: unknown): Refused | undefined {
  if (thrown instanceof Refused) return thrown;
  if (!(thrown instanceof UnrealError) || !['failed', 'unsupported'].includes(thrown.kind)) return undefined;
  return new Refused('other', thrown.kind, thrown.message, thrown.enable);
}
