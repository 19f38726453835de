import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seeded } from '../../scripts/chaos/random.mjs';
import { attempt, request } from '../lib/http.mjs';
import { each } from '../lib/wait.mjs';
import { origin } from '../lib/worlds.mjs';

const UNIVERSES = 12;
const WRITES = 12;
const FLIPS_PER_FILE = 10;
const SEED = 90;

export default {
  name: 'flipped-bits',
  kind: 'data',
  claim: '90 bits that are flipped in the SQLite file never lead to data that is silently different',
  async run(lab) {
    const random = seeded(SEED);
    const origins = lab.path('whole');
    const whole = await lab.serve({ data: origins });
    const root = origin(whole.urls.universe);
    const token = lab.tokens.alice;
    for (let i = 0; i < UNIVERSES; i++) await fillUniverse(root, token, `u${i}`, random);
    const expected = await contents(root, token);
    await whole.stop();
    let found = 0;
    const rounds = lab.scale(9, 40);
    await each(rounds, 3, async round => {
      const data = lab.path(`flipped-${round}`);
      cpSync(origins, data, { recursive: true });
      flip(join(data, 'universe.sqlite'), random);
      const server = await lab.serve({ data, wait: false });
      const started = await server.ready.then(
        () => true,
        () => false,
      );
      if (!started) {
        found++;
        lab.claim(server.stderr.trim() !== '', 'the server refused a damaged file without a message');
        return;
      }
      const seen = await contents(origin(server.urls.universe), token);
      for (const [place, { status, text }] of Object.entries(seen)) {
        if (status >= 500) found++;
        else
          lab.claim(
            text === expected[place].text,
            `round ${round}: ${place} was read as ${difference(text, expected[place].text)}`,
          );
      }
      await server.stop('SIGKILL');
    });
    lab.note(
      `${rounds * FLIPS_PER_FILE} bits flipped in ${rounds} files; ${found} reads or starts were refused`,
    );
  },
};

async function fillUniverse(root, token, id, random) {
  await request(`${root}/universes`, { token, json: { id, name: id } });
  for (let i = 0; i < WRITES; i++) {
    const notes = Array.from({ length: 30 }, () => random()).join();
    const payload = {
      name: `body ${i}`,
      bodyType: 'planet',
      mass: 1e20 * random(),
      radius: 1 + i,
      comet: { notes },
    };
    const json = { type: 'addStar', id: `b${i}`, payload };
    const { status, text } = await request(`${root}/universes/${id}/commands?returning=changes`, {
      token,
      json,
    });
    if (status !== 200) throw new Error(`a universe could not be filled: ${text}`);
  }
}

/** Everything that clients can read of all universes. */
async function contents(root, token) {
  const places = ['/universes'];
  for (let i = 0; i < UNIVERSES; i++) {
    places.push(`/universes/u${i}`, `/universes/u${i}/history`, `/universes/u${i}/changes?since=0`);
  }
  const answers = await Promise.all(
    places.map(async place => [place, await attempt(`${root}${place}`, { token })]),
  );
  return Object.fromEntries(answers);
}

function flip(path, random) {
  const bytes = readFileSync(path);
  for (let i = 0; i < FLIPS_PER_FILE; i++) {
    const at = Math.floor(random() * bytes.length);
    bytes[at] ^= 1 << Math.floor(random() * 8);
  }
  writeFileSync(path, bytes);
}

function difference(text, expected) {
  let at = 0;
  while (at < text.length && text[at] === expected[at]) at++;
  return `…${text.slice(Math.max(0, at - 20), at + 40)}… instead of …${expected.slice(Math.max(0, at - 20), at + 40)}…`;
}
