import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tool } from '../lib/mcp.mjs';

const HIDDEN = 'hiddenAtTheEnd()';
const RAW_MARKS = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u00ad]/;
const ILLEGIBLE = {
  'a mark that turns the direction': 'return 1 // \u202eevil\u202c',
  'an isolate': 'return 1 // \u2066evil\u2069',
  'a zero-width space': 'return\u200b 1',
  'a soft hyphen': 'return 1 // de\u00adlete',
  'a byte order mark': 'return 1 // \ufeff',
};

export default {
  name: 'consent',
  kind: 'other',
  claim: 'a question for consent shows the whole call legibly, and a call that cannot be shown so is refused',
  async run(lab) {
    const data = lab.path('data');
    mkdirSync(join(data, 'unity'), { recursive: true, mode: 0o700 });
    const config = { allowWrites: true, enableConsoleEval: true, requireConfirm: true };
    writeFileSync(join(data, 'unity', 'mcp.config.json'), JSON.stringify(config), { mode: 0o600 });
    const server = await lab.serve({ worlds: ['unity'], data, args: ['--allow', 'eval'] });
    const ask = async code => {
      const options = { capabilities: { elicitation: {} } };
      const { text } = await tool(server.urls.unity, lab.tokens.alice, 'ConsoleEval', { code }, options);
      const { result } = JSON.parse(text);
      const questions = Object.values(result?.inputRequests ?? {});
      return { question: questions[0]?.params?.message, refused: result?.isError === true, text };
    };
    const short = await ask('return 42');
    lab.claim(
      short.question?.includes('return 42'),
      `a short call was not asked about: ${short.text.slice(0, 300)}`,
    );
    for (const length of [1_600, 5_000, 10_000, 100_000]) {
      const code = `return 1; ${' '.repeat(length)}${HIDDEN}`;
      const { question, refused, text } = await ask(code);
      lab.claim(
        question === undefined ? refused : question.includes(HIDDEN),
        `${length} characters of code were asked about without their end: ${text.slice(0, 200)}`,
      );
    }
    for (const [what, code] of Object.entries(ILLEGIBLE)) {
      const { question, refused } = await ask(code);
      lab.claim(question === undefined || !RAW_MARKS.test(question), `${what} was shown raw in the question`);
      lab.claim(
        refused || question !== undefined,
        `a call with ${what} got neither a question nor a refusal`,
      );
    }
  },
};
