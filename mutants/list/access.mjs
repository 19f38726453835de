const ACCESS = 'worlds/unreal/src/world/access';
const WRITE_ACCESS = `${ACCESS}/write-access.ts`;
const UNDO_ACCESS = 'worlds/unreal/src/world/state/undo-access.ts';
const TEST = `${ACCESS}/write-access.test.ts`;
const UNDO_TEST = 'worlds/unreal/src/world/state/undo-access.test.ts';

/** The access of calls by what they do. */
export default [
  {
    name: 'unreal-unknown-library-is-a-write',
    class: 'privilege escalation',
    file: WRITE_ACCESS,
    find: 'if (nativeClass !== undefined && isHarmlessOfNative(nativeClass, name))',
    replace: 'if (nativeClass !== undefined)',
    tests: [TEST],
  },
  {
    name: 'unreal-blueprint-defaults-are-called-by-writers',
    class: 'privilege escalation',
    file: `${ACCESS}/object-kind.ts`,
    find: "`BP_Door.Default__BP_Door_C`',\n    call: 'danger'",
    replace: "`BP_Door.Default__BP_Door_C`',\n    call: 'write'",
    tests: [TEST],
  },
  {
    name: 'unreal-level-blueprint-is-an-actor',
    class: 'privilege escalation',
    file: `${ACCESS}/object-kind.ts`,
    find: "kind: third === first ? 'script' : 'actor'",
    replace: "kind: 'actor'",
    tests: [TEST],
  },
  {
    name: 'unreal-arguments-not-searched-for-code',
    class: 'privilege escalation',
    file: WRITE_ACCESS,
    find: 'if (isCodeFunction(name) || mentionsCode(args))',
    replace: 'if (isCodeFunction(name))',
    tests: [TEST],
  },
  {
    name: 'unreal-delegates-as-text-not-searched',
    class: 'privilege escalation',
    file: `${ACCESS}/code-names.ts`,
    find: "Array.from(text.matchAll(DELEGATES), ([, name = '']) => name)",
    replace: '[]',
    tests: [TEST],
  },
  {
    name: 'unreal-pairs-of-words-not-searched',
    class: 'privilege escalation',
    file: `${ACCESS}/code-names.ts`,
    find: ' || hasPair(letters)',
    replace: '',
    tests: [TEST],
  },
  {
    name: 'unreal-names-compared-as-spelled',
    class: 'privilege escalation',
    file: `${ACCESS}/folded.ts`,
    find: ".replace(/[\\p{M}\\p{Cf}]/gu, '')",
    replace: '',
    tests: [TEST],
  },
  {
    name: 'unreal-undo-forgets-the-access-of-the-write',
    class: 'privilege escalation',
    file: UNDO_ACCESS,
    find: 'return highest([access, accessOfWrite(step.call)]);',
    replace: "return highest([access === 'danger' ? 'write' : access, accessOfWrite(step.call)]);",
    tests: [UNDO_TEST],
  },
  {
    name: 'unreal-undo-not-checked-when-it-runs',
    class: 'race',
    file: 'worlds/unreal/src/world/tools/undo-tool.ts',
    find: 'requireAccess(choice.steps, access);',
    replace: '',
    tests: [UNDO_TEST],
  },
  {
    name: 'unreal-unknown-effect-loses-nothing',
    class: 'consent bypass',
    file: 'worlds/unreal/src/world/tools/planned-writes.ts',
    find: "const items = [{ what: 'overwrites',",
    replace: "const items = [{ what: 'changes',",
    tests: ['worlds/unreal/src/world/tools/approvals.test.ts'],
  },
  {
    name: 'cancelled-call-runs-when-its-access-is-known',
    class: 'race',
    file: 'packages/server/src/methods/tools.ts',
    find: '  // The client may have cancelled meanwhile.\n  if (call.cancelled) throw call.signal.reason;',
    replace: '',
    tests: ['packages/server/src/methods/call-need.test.ts'],
  },
  {
    name: 'access-read-for-callers-without-rights',
    class: 'denial of service',
    file: 'packages/server/src/methods/tools.ts',
    find: 'if (decide(services, entry, call) === undefined) call.need = await need();',
    replace: 'call.need = await need();',
    tests: ['packages/server/src/methods/call-need.test.ts'],
  },
  {
    name: 'null-hides-the-access-of-an-absent-argument',
    class: 'privilege escalation',
    file: 'packages/server/src/methods/call-need.ts',
    find: 'const given = withoutNulls(asked, nulls);',
    replace: 'const given = asked;',
    tests: ['packages/server/src/methods/null-arguments.test.ts'],
  },
];
