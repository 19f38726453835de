const ANSWERS = 'worlds/unreal/src/world/answers';

/** Answers of the Unreal world that say less, or more, than there is. */
export default [
  {
    name: 'cut-values-look-empty',
    class: 'false answer',
    file: `${ANSWERS}/fit-json.ts`,
    find: 'if (isInside && left > 0) {',
    replace: 'if (false) {',
    tests: [`${ANSWERS}/fit-json.test.ts`],
  },
  {
    name: 'picture-over-the-given-limit',
    class: 'unbounded answer',
    file: `${ANSWERS}/picture-bytes.ts`,
    find: 'asksBytes === undefined',
    replace: 'asksBytes === undefined || asksBytes === 65_536',
    tests: ['worlds/unreal/src/world/tools/read-tools.test.ts'],
  },
];
