const ENDS = 'packages/server/src/policy/credential-ends.ts';
const OPENED = 'packages/server/src/kernel/opened-with.ts';
const TASKS = 'packages/server/src/calls/task-store.ts';
const OPEN_CALLS = 'apps/worldwire/src/operator/open-calls.ts';
const THROTTLE = 'packages/transports/src/auth/auth-throttle.ts';
const GUARD = 'packages/transports/src/http/guard.ts';
const REVOKING = 'test/src/revoking/revoking.test.ts';
const CALLS = 'test/src/revoking/operator-calls.test.ts';
const OPEN_CALLS_TEST = 'apps/worldwire/src/operator/open-calls.test.ts';
const GUESSING = 'test/src/revoking/guessing.slow.test.ts';

/** The end of credentials and of what was opened with them, calls that the operator ends, and wrong tokens at all ports. */
export default [
  {
    name: 'revoked-token-keeps-its-calls',
    class: 'authentication bypass',
    file: OPENED,
    find: 'else active.end(call, reason, credentialEnded(reason));',
    replace: '',
    tests: [REVOKING, 'test/src/oauth/expiry.test.ts'],
    waits: true,
  },
  {
    name: 'revoked-token-keeps-its-streams',
    class: 'authentication bypass',
    file: 'packages/server/src/kernel/openings.ts',
    find: 'else opening.end(reason);',
    replace: '',
    tests: [REVOKING, 'test/src/oauth/expiry.test.ts'],
    waits: true,
  },
  {
    name: 'revoked-token-keeps-its-sessions',
    class: 'authentication bypass',
    file: OPENED,
    find: 'else sessions.end(session, reason);',
    replace: '',
    tests: [REVOKING],
    waits: true,
  },
  {
    name: 'revoked-token-leaves-results-of-tasks',
    class: 'authentication bypass',
    file: TASKS,
    find: 'task.cancel(reason);\n        this.#forget(task);',
    replace: 'task.cancel(reason);',
    tests: [REVOKING],
  },
  {
    name: 'revoked-name-ends-its-other-token',
    class: 'denial of service',
    file: 'packages/transports/src/auth/tokens.ts',
    find: 'const gone = before.filter(credential => !after.includes(credential));',
    replace:
      'const lost = before.filter(one => !after.includes(one)).map(({ principal }) => principal.name);\n    const gone = before.filter(({ principal }) => lost.includes(principal.name));',
    tests: [REVOKING, 'packages/transports/src/auth/tokens.test.ts'],
    waits: true,
  },
  {
    name: 'expiry-not-waited-for',
    class: 'authentication bypass',
    file: ENDS,
    find: 'if (expiresAt < this.#next) this.#wait(expiresAt);',
    replace: '',
    tests: ['packages/server/src/policy/credential-ends.test.ts'],
  },
  {
    name: 'expiry-waited-for-once',
    class: 'authentication bypass',
    file: ENDS,
    find: 'if (expiresAt > now && expiresAt < next) next = expiresAt;',
    replace: '',
    tests: ['packages/server/src/policy/credential-ends.test.ts'],
  },
  {
    name: 'console-session-ends-alone',
    class: 'authentication bypass',
    file: 'packages/transports/src/auth/console-sessions.ts',
    find: 'session.credential.end();',
    replace: '',
    tests: [REVOKING],
    waits: true,
  },
  {
    name: 'lease-held-by-everybody',
    class: 'inconsistent state',
    file: 'worlds/unity/src/engines/leases.ts',
    find: 'return this.#current(bench)?.holder === holderOf(context);',
    replace: 'return this.#current(bench) !== undefined;',
    tests: ['worlds/unity/src/engines/leases.test.ts'],
  },
  {
    name: 'lease-outlives-its-credential',
    class: 'denial of service',
    file: 'worlds/unity/src/engines/leases.ts',
    find: 'context.onCredentialEnd?.(end)',
    replace: '(() => {})',
    tests: ['worlds/unity/src/engines/leases.test.ts'],
  },
  {
    name: 'call-ended-without-record',
    class: 'repudiation',
    file: OPEN_CALLS,
    find: "await recorded(host, { kind: 'operator', principal: who.name, what: 'call ended', details });",
    replace: '',
    tests: [OPEN_CALLS_TEST],
  },
  {
    name: 'call-ended-without-right',
    class: 'privilege escalation',
    file: OPEN_CALLS,
    find: 'const { kernel } = operatedWorld(host, who, name);',
    replace:
      'const { kernel } = host.worlds().find(world => world.name === name) ?? operatedWorld(host, who, name);',
    tests: [OPEN_CALLS_TEST],
  },
  {
    name: 'call-ended-by-a-number-of-another',
    class: 'confused deputy',
    file: 'packages/server/src/kernel/open-work.ts',
    find: 'this.#numbers.get(subject) === number',
    replace: '(this.#numbers.get(subject) ?? number) === number',
    tests: [CALLS],
  },
  {
    name: 'guesses-counted-for-each-port',
    class: 'brute force',
    file: GUARD,
    find: 'options.failures,',
    replace: 'undefined,',
    tests: [GUESSING],
  },
  {
    name: 'guesses-from-each-loopback-address',
    class: 'brute force',
    file: THROTTLE,
    find: 'return isLoopback(plain) ? LOOPBACK : plain;',
    replace: 'return plain;',
    tests: ['packages/transports/src/auth/auth-throttle.test.ts'],
  },
  {
    name: 'guesses-of-pages-of-other-sites',
    class: 'denial of service',
    file: GUARD,
    find: 'if (authorization !== undefined && isFromAnotherSite(request)) return anotherSite();',
    replace: '',
    tests: [GUESSING],
  },
  {
    name: 'missing-token-counted-as-wrong',
    class: 'denial of service',
    file: GUARD,
    find: 'if (token === undefined) return this.#withoutToken(request, oauth, isGiven);',
    replace:
      "if (token === undefined) {\n      this.#throttle.failed(request.socket.remoteAddress ?? '');\n      return this.#withoutToken(request, oauth, isGiven);\n    }",
    tests: [GUESSING],
  },
];
