import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { attempt } from '../lib/http.mjs';
import { call } from '../lib/mcp.mjs';
import { each, until, within } from '../lib/wait.mjs';

const SECRETS = {
  WORLDWIRE_STORE: 'memory',
  WORLDWIRE_UNREAL_PASSPHRASE: 'passphrase-4711',
  AWS_SECRET_ACCESS_KEY: 'aws-4711',
  GITHUB_TOKEN: 'github-4711',
  DATABASE_URL: 'postgres://user:database-4711@db/x',
  PGPASSWORD: 'pg-4711',
  SOME_API_KEY: 'api-4711',
};

/** What the operator gives to a server: tokens, an environment, file descriptors. */
export default [
  {
    name: 'wrong-tokens',
    kind: 'other',
    claim: 'a flood of wrong tokens is refused and slowed, and a client whose token is known is still served',
    async run(lab) {
      const server = await lab.serve();
      const url = server.urls.universe;
      const first = await call(url, lab.tokens.bob, 'tools/list');
      lab.claim(first.status === 200, `a right token got ${first.status}`);
      const statuses = new Set();
      await each(400, 16, async index => {
        statuses.add((await attempt(url, { token: `wrong-${index}`, json: {}, ms: 15_000 })).status);
      });
      lab.claim(
        [...statuses].every(status => status === 401 || status === 429),
        `wrong tokens got ${[...statuses]}`,
      );
      const again = await call(url, lab.tokens.bob, 'tools/list', {}, { ms: 5_000 });
      lab.claim(again.status === 200, `the known token got ${again.status} ${again.text.slice(0, 200)}`);
    },
  },
  {
    name: 'few-descriptors',
    kind: 'other',
    claim: 'the log warns of too few file descriptors',
    async run(lab) {
      const prefix = ['bash', '-c', 'ulimit -n 64 && exec "$@"', 'bash'];
      const server = await lab.serve({ worlds: ['universe', 'unity', 'unreal'], prefix, wait: false });
      const clear = () => /descriptor|open files|ulimit/i.test(server.stderr);
      await Promise.race([server.ready.catch(() => {}), server.ended]);
      await until(clear, 3_000);
      lab.claim(clear(), `the log does not mention file descriptors: ${server.stderr.slice(0, 300)}`);
      lab.claim(!/\n\s+at /.test(server.stderr), `a stack was shown: ${server.stderr.slice(0, 300)}`);
    },
  },
  {
    name: 'engine-environment',
    kind: 'other',
    claim: 'the command of --engine-command inherits no secrets',
    async run(lab) {
      const seen = lab.path('seen');
      const script = lab.path('engine.sh');
      writeFileSync(script, `#!/bin/sh\nenv > ${seen}.part && mv ${seen}.part ${seen}\nsleep 60\n`, {
        mode: 0o700,
      });
      const args = ['--engine', 'link', '--engine-command', script];
      const server = await lab.serve({ worlds: ['unity'], args, frames: true, env: SECRETS, wait: false });
      await server.ready.catch(() => {});
      const ran = await until(() => existsSync(seen), 10_000);
      if (!lab.claim(ran, `the command was not started: ${server.stderr.slice(0, 300)}`)) return;
      const environment = readFileSync(seen, 'utf8');
      for (const [name, value] of Object.entries(SECRETS)) {
        if (value.includes('4711')) lab.claim(!environment.includes(value), `the engine got ${name}`);
      }
      // The first token of the file is the engine's own. See docs/links.md.
      lab.claim(!environment.includes(lab.tokens.bob), "the engine got a client's token");
      lab.claim(/^PATH=/m.test(environment), 'the engine got no PATH');
    },
  },
  {
    name: 'exposed-secrets',
    kind: 'other',
    claim: 'a token file that others may read and a password on the command line are warned of',
    async run(lab) {
      const tokens = lab.path('open-tokens');
      writeFileSync(tokens, `carol ${'c'.repeat(32)}\n`);
      chmodSync(tokens, 0o640);
      const warned = await lab.serve({ tokens: false, args: ['--token-file', tokens], wait: false });
      await warned.ready.catch(() => {});
      await until(() => /open-tokens/.test(warned.stderr), 2_000);
      lab.claim(
        /open-tokens/.test(warned.stderr),
        'the log does not warn of a token file that its group may read',
      );
      const url = 'postgres://someone:password-4711@127.0.0.1:1/none';
      const stored = await lab.serve({ args: ['--store', url], wait: false });
      await within(Promise.race([stored.ready.catch(() => {}), stored.ended]), 20_000, 'the start').catch(
        () => {},
      );
      lab.claim(
        /WORLDWIRE_STORE|command line/i.test(stored.stderr),
        `the log does not warn of the password on the command line: ${stored.stderr.slice(0, 300)}`,
      );
      lab.claim(!stored.stderr.includes('password-4711'), 'the password is in the log');
    },
  },
];
