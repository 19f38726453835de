const APPROVALS = 'packages/server/src/approvals/approvals.ts';
const SHOWN = 'packages/server/src/approvals/shown-plans.ts';
const DIFFERENCES = 'worlds/universe/src/queries/differences.ts';
const UNIT = 'packages/server/src/approvals/approvals.test.ts';

/** What a person approves, and which calls wait for a person. */
export default [
  {
    name: 'second-decision-while-the-first-is-recorded',
    class: 'consent bypass',
    file: APPROVALS,
    find: 'if (waiting !== undefined && !waiting.deciding) return waiting;',
    replace: 'if (waiting !== undefined) return waiting;',
    tests: [UNIT],
  },
  {
    name: 'decision-on-a-call-that-ended-is-a-success',
    class: 'silent failure',
    file: APPROVALS,
    find: 'if (!this.#waiting.delete(id)) throw overtaken(id);',
    replace: 'this.#waiting.delete(id);',
    tests: [UNIT],
  },
  {
    name: 'plan-approved-unseen',
    class: 'consent bypass',
    file: SHOWN,
    find: 'if (plan.digest !== digest) throw otherDigest(digest, this.#isEdit(digest));',
    replace: '',
    tests: [UNIT],
  },
  {
    name: 'cut-plan-approved-unopened',
    class: 'consent bypass',
    file: SHOWN,
    find: 'if (offset > before || end < before) return before;',
    replace: '',
    tests: [UNIT],
  },
  {
    name: 'other-arguments-approved-unplanned',
    class: 'consent bypass',
    file: SHOWN,
    find: 'edit.plan.digest === digest && requestDigest(edit.given) === given',
    replace: 'edit.plan.digest === digest',
    tests: [UNIT],
  },
  {
    name: 'cut-plan-listed-with-its-digest',
    class: 'consent bypass',
    file: 'apps/worldwire/src/operator/approval-routes.ts',
    find: '...(isCut ? {',
    replace: '...(isCut ? { digest,',
    tests: ['apps/worldwire/src/operator/page.test.ts'],
  },
  {
    name: 'removals-last-in-a-plan',
    class: 'consent bypass',
    file: 'packages/server/src/approvals/kept-effect.ts',
    find: 'const ordered = PLANNED_CHANGES.flatMap(what => items.filter(item => item.what === what));',
    replace: 'const ordered = items;',
    tests: ['packages/server/src/approvals/derived-effect.test.ts'],
  },
  {
    name: 'edited-call-recorded-as-it-was-sent',
    class: 'silent audit loss',
    file: 'packages/server/src/methods/approved-calls.ts',
    find: 'edited && { about, access, arguments: args }',
    replace: 'undefined',
    tests: ['packages/server/src/methods/approved-calls.test.ts'],
  },
  {
    name: 'loss-decided-by-annotation',
    class: 'consent bypass',
    file: 'packages/server/src/approvals/make-plan.ts',
    find: "need.access === 'danger' || loses ||",
    replace: "need.access === 'danger' ||",
    tests: ['packages/server/src/methods/approved-calls.test.ts'],
  },
  {
    name: 'unapproved-plan-not-pinned',
    class: 'consent bypass',
    file: 'packages/server/src/methods/approved-calls.ts',
    find: 'if (plans > 1) throw nowDestructive(made.plan);',
    replace: 'if (plans > 1) return await runPlan(entry, call, args, made);',
    tests: ['packages/server/src/methods/approved-calls.test.ts'],
  },
  {
    name: 'rest-loses-without-approval',
    class: 'consent bypass',
    file: 'worlds/universe/src/service/keeping-run.ts',
    find: 'if (losesAnything(joined(steps))) beforeLoss();',
    replace: '',
    tests: ['worlds/universe/src/service/keeping-run.test.ts'],
  },
  {
    name: 'group-left-unnoticed',
    class: 'consent bypass',
    file: DIFFERENCES,
    find: 'what: overwrites || left.length > 0',
    replace: 'what: overwrites',
    tests: ['worlds/universe/src/mcp/planned-effect.test.ts'],
  },
];
