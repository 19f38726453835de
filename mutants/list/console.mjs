const PLAN = 'apps/console/src/decisions/open-plan.ts';
const TESTS = ['apps/console/src/decisions/open-plan.test.ts'];

/** What a person sees of a plan before a decision at the console. */
export default [
  {
    name: 'console-removals-among-others',
    class: 'hidden content',
    file: PLAN,
    find: "PLANNED_CHANGES.filter(what => what !== 'removes').flatMap",
    replace: 'PLANNED_CHANGES.flatMap',
    tests: TESTS,
  },
  {
    name: 'console-digest-of-a-cut-plan',
    class: 'hidden content',
    file: PLAN,
    find: 'nextOffset === undefined && digest !== undefined && { digest }',
    replace: 'digest !== undefined && { digest }',
    tests: TESTS,
  },
  {
    name: 'console-page-of-a-plan-skipped',
    class: 'hidden content',
    file: PLAN,
    find: 'if (before.length !== offset && open !== undefined) return open;',
    replace: '',
    tests: TESTS,
  },
  {
    name: 'console-last-page-of-a-plan-lost',
    class: 'hidden content',
    file: PLAN,
    find: 'Math.ceil(found.length / PAGE_ITEMS)',
    replace: 'Math.floor(found.length / PAGE_ITEMS)',
    tests: TESTS,
  },
  {
    name: 'console-search-misses-removals',
    class: 'hidden content',
    file: PLAN,
    find: 'const all = [...removals, ...others];',
    replace: 'const all = [...others];',
    tests: TESTS,
  },
];
