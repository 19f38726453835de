import { writeFileSync } from 'node:fs';
import { request } from '../lib/http.mjs';
import { modern } from '../lib/mcp.mjs';
import { origin } from '../lib/worlds.mjs';

const BYSTANDER = modern('tools/call', {
  name: 'get_universe_state',
  arguments: { universeId: 'sol', ids: ['earth'] },
});
const PUT_BODIES = 1_300;
const PUT_UNIVERSES = 4;

/** Expensive reads and writes of a universe of 10,000 bodies. */
export default [
  flood('flood-map-svg', 'map.svg', root => [{ url: `${root}/universes/big/map.svg?t=1` }]),
  flood('flood-map-png', 'map.png', root => [
    { url: `${root}/universes/big/map.png?width=2000&height=2000` },
  ]),
  flood('flood-ephemeris', 'ephemeris', root => [{ url: `${root}/universes/big/ephemeris?t=1e9` }]),
  flood('flood-states', 'whole states', (root, url) => [
    { url: `${root}/universes/big` },
    { url, ...modern('resources/read', { uri: 'universe://big/state?maxBytes=16777216' }) },
  ]),
  flood('flood-writes', 'PUT of states of 1 MB', async (root, _url, lab) => {
    const bodyFile = lab.path('put.json');
    writeFileSync(bodyFile, JSON.stringify({ state: await partOf(root, lab.tokens.alice) }));
    const ids = Array.from({ length: PUT_UNIVERSES }, (_, index) => `put-${index}`);
    for (const id of ids) {
      await request(`${root}/universes`, { token: lab.tokens.alice, json: { id, name: id } });
    }
    return ids.map(id => ({
      url: `${root}/universes/${id}`,
      method: 'PUT',
      bodyFile,
    }));
  }),
];

function flood(name, what, requestsOf) {
  return {
    name,
    kind: 'flood',
    claim: `${what} of a universe of 10,000 bodies on 32 connections keep no other client waiting`,
    async run(lab) {
      const server = await lab.serve({ copyOf: await lab.shared.data() });
      const url = server.urls.universe;
      const root = origin(url);
      // Loaded before the measurement: a first read of a universe is another matter.
      await request(`${root}/universes/big`, { token: lab.tokens.bob });
      const described = await requestsOf(root, url, lab);
      const requests = described.map(({ body, ...rest }, index) => {
        if (body === undefined) return rest;
        writeFileSync(lab.path(`body-${index}`), body);
        return { ...rest, bodyFile: lab.path(`body-${index}`) };
      });
      const statuses = await lab.flood(server, { requests, bystander: { url, ...BYSTANDER } });
      lab.claim(statuses[200] > 0, `none of the flood's requests was served: ${JSON.stringify(statuses)}`);
      lab.claim((statuses[0] ?? 0) === 0, `${statuses[0]} connections of the flood failed`);
    },
  };
}

/** The first bodies of the large universe, as a state of their own. */
async function partOf(root, token) {
  const { state } = (await request(`${root}/universes/big`, { token })).json;
  const stars = Object.fromEntries(Object.entries(state.stars).slice(0, PUT_BODIES));
  const sun = stars.b0;
  return { ...state, stars: { ...stars, b0: { ...sun, children: sun.children.filter(id => id in stars) } } };
}
