export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly message: string;
  readonly fix?: string;
}

export function ok(check: string, message: string): Finding {
  return { check, state: 'ok', message };
}

export function warn(check: string, message: string, fix: string): Finding {
  return { check, state: 'warn', message, fix };
}

export function fail(check: string, message: string, fix: string): Finding {
  return { check, state: 'fail', message, fix };
}
