import { tool } from '../lib/mcp.mjs';

const ANSWER_MS = 20_000;
const LOOP = 'for (;;);';
const THROWN = {
  toString: `throw { toString() { ${LOOP} } }`,
  message: `throw { get message() { ${LOOP} } }`,
  proxy: `throw new Proxy({}, { get() { ${LOOP} } })`,
  stack: `const e = new Error('x'); Object.defineProperty(e, 'stack', { get() { ${LOOP} } }); throw e`,
  name: `const e = new Error('x'); Object.defineProperty(e, 'name', { get() { ${LOOP} } }); throw e`,
  primitive: `throw { [Symbol.toPrimitive]() { ${LOOP} } }`,
};

/** Scripts whose errors attack the code that reads them. */
export default [
  {
    name: 'looping-to-string',
    kind: 'other',
    claim:
      'the text of a thrown value is computed within the time limit of the script, and the scene keeps working',
    async run(lab) {
      const server = await lab.serve({ worlds: ['unity'], args: ['--allow', 'eval'] });
      const url = server.urls.unity;
      const { alice } = lab.tokens;
      const run = code => tool(url, alice, 'ConsoleEval', { code }, { ms: ANSWER_MS });
      const before = await tool(url, alice, 'SpawnTestUi', {});
      lab.claim(before.ok, `the scene was not ready: ${before.text.slice(0, 200)}`);
      for (const [what, code] of Object.entries(THROWN)) {
        const { ok, status } = await run(code);
        lab.claim(
          status === 200 && !ok,
          `a thrown object with a looping ${what} was answered with ${status}`,
        );
        const after = await run('return 1 + 1');
        lab.claim(
          after.ok && after.value?.result === 2,
          `after a looping ${what} the console did not answer: ${after.text.slice(0, 200)}`,
        );
      }
      const kept = await tool(url, alice, 'GetObject', { id: before.value?.rootId });
      lab.claim(kept.ok, 'the scene was replaced by a fresh one');
    },
  },
  {
    name: 'script-stacks',
    kind: 'other',
    claim: 'the stack of a script names no file of the installation',
    async run(lab) {
      const server = await lab.serve({ worlds: ['unity'], args: ['--allow', 'eval'] });
      const codes = [
        'return new Error("x").stack',
        'throw new Error("x")',
        'null.x',
        'try { null.x } catch (e) { return e.stack }',
        'Error.prepareStackTrace = (_, s) => s.map(f => String(f.getFileName())).join(); return new Error("x").stack',
        'const o = {}; Error.captureStackTrace(o); return o.stack',
        '(',
      ];
      for (const code of codes) {
        const { text } = await tool(server.urls.unity, lab.tokens.alice, 'ConsoleEval', { code });
        const named = /(file:\/\/|\/dist\/|node_modules|node:internal|node:vm|[\w./-]+\.m?js:\d+)/.exec(text);
        lab.claim(named === null, `${code} showed "${named?.[0]}": ${text.slice(0, 400)}`);
      }
    },
  },
];
