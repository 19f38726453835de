const COUNTED = ['worlds/unreal/src/work/counted-pauses.test.ts'];

/** Parsers of project files that hold the event loop. Their tests count characters between pauses. */
export default [
  {
    name: 'cpp-parts-without-pause',
    class: 'denial of service',
    file: 'worlds/unreal/src/project/code/cpp-text.ts',
    find: 'while (parts.goOn(PIECE)) if (slice.isOverAfter(PIECE)) await slice.yieldToEventLoop();',
    replace: 'while (parts.goOn(PIECE));',
    tests: COUNTED,
  },
  {
    name: 'cpp-words-without-pause',
    class: 'denial of service',
    file: 'worlds/unreal/src/project/code/cpp-words.ts',
    find: 'if (slice.isOverAfter(PIECE)) await slice.yieldToEventLoop();',
    replace: '',
    tests: COUNTED,
  },
  {
    name: 'ini-lines-without-pause',
    class: 'denial of service',
    file: 'worlds/unreal/src/project/settings/config-texts.ts',
    find: 'if (slice.isOverAfter(content.length + 1)) await slice.yieldToEventLoop();',
    replace: '',
    tests: COUNTED,
  },
  {
    name: 'ini-line-of-any-length',
    class: 'denial of service',
    file: 'worlds/unreal/src/project/settings/config-texts.ts',
    find: 'text.slice(start, Math.min(end, start + MAX_LINE))',
    replace: 'text.slice(start, end)',
    tests: COUNTED,
  },
  {
    name: 'long-value-without-pause',
    class: 'denial of service',
    file: 'worlds/unreal/src/t3d/read-value.ts',
    find: 'if (text.length <= MAX_AT_ONCE) return readValue(text);',
    replace: 'if (text !== undefined) return readValue(text);',
    tests: COUNTED,
  },
  {
    name: 'json-pauses-by-values-alone',
    class: 'denial of service',
    file: 'worlds/unreal/src/editor/remote/json-in-slices.ts',
    find: 'parser.goOn(BATCH, PIECE)',
    replace: 'parser.goOn(BATCH, Number.POSITIVE_INFINITY)',
    tests: COUNTED,
  },
  {
    name: 'slice-that-is-never-over-after-work',
    class: 'denial of service',
    file: 'worlds/unreal/src/work/time-slice.ts',
    find: '    return this.isOver;\n',
    replace: '    return false;\n',
    tests: ['worlds/unreal/src/work/time-slice.test.ts'],
  },
  {
    name: 'pattern-with-stars-that-overlap',
    class: 'privilege escalation',
    file: 'packages/server/src/kit/star-pattern.ts',
    find: 'return at <= name.length - last.length;',
    replace: 'return true;',
    tests: ['packages/server/src/kit/star-pattern.test.ts'],
  },
];
