import { attempt } from '../lib/http.mjs';
import { each } from '../lib/wait.mjs';
import { ALL_WORLDS } from '../lib/worlds.mjs';

const ROOM = 4 * 1024 * 1024 - 200;

/** Bodies within the limit of bytes that cost far more once they are built. */
const BODIES = {
  'an array of 2,000,000 zeros': `[${'0,'.repeat(ROOM / 2 - 2)}0]`,
  'an array of 1,300,000 arrays': `[${'[],'.repeat(ROOM / 3 - 2)}0]`,
  'an array of 1,300,000 objects': `[${'{},'.repeat(ROOM / 3 - 2)}0]`,
  'an object of 600,000 members': `{${Array.from({ length: 600_000 }, (_, i) => `"${i.toString(36)}":0`).join()}}`,
  'arrays in arrays, 2,000,000 deep': `${'['.repeat(ROOM / 2)}${']'.repeat(ROOM / 2)}`,
  'objects in objects, 600,000 deep': `${'{"a":'.repeat(ROOM / 6)}0${'}'.repeat(ROOM / 6)}`,
};

export default {
  name: 'json-shapes',
  kind: 'memory',
  claim: 'bodies with millions of members or levels are refused before they are built',
  async run(lab) {
    const server = await lab.serve({ worlds: ALL_WORLDS });
    const wrapped = value => `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":${value}}}`;
    const bodies = Object.entries(BODIES).map(([what, text]) => [what, Buffer.from(wrapped(text))]);
    const accepted = new Set();
    await lab.measureMemory(server, () =>
      each(bodies.length * lab.scale(8, 150), 6, async index => {
        if (!server.alive) return;
        const [what, body] = bodies[index % bodies.length];
        const url = server.urls[ALL_WORLDS[index % 3]];
        const { status, text } = await attempt(url, { token: lab.tokens.alice, body });
        if (status === 503 || status === 429) return;
        // A refusal for the shape names it. Any other answer means that the body was built.
        if (status < 400 || !/member|element|deep|depth|nest/i.test(text))
          accepted.add(`${what} (${text.slice(0, 100)})`);
      }),
    );
    for (const what of accepted) lab.claim(false, `${what} was built`);
  },
};
