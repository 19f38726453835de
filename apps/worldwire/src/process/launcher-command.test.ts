import { describe, expect, it } from 'vitest';
import { launcherKind } from './launcher-command.js';

describe('a launcher', () => {
  it.each([
    'npm start',
    'npm start universe --port 0',
    'npm exec worldwire serve',
    'npm',
    'node /usr/bin/npm start',
    '/usr/bin/node /usr/lib/node_modules/npm/bin/npm-cli.js run start',
    '/opt/node20/bin/node /opt/node20/bin/npx worldwire serve',
    'node /usr/bin/yarn start',
    'node /usr/lib/node_modules/pnpm/bin/pnpm.cjs start',
    'node /srv/app/.yarn/releases/yarn-4.5.0.cjs start',
    '/usr/bin/node /srv/app/.yarn/releases/yarn-4.0.0-rc.48.cjs run start',
    'node .yarn/releases/yarn-berry.cjs start',
    'node /usr/lib/node_modules/pnpm/bin/pnpm.mjs start',
    'sh -c npm start',
    '/bin/sh -c cd /srv/app && npm start >log 2>&1',
    'bash -ec npm start &>log',
    'bash --norc -c npm start',
    'sh -c exec 3<&0; npm start | tee log',
    'sh -c echo "a&b"; npm start',
    "sh -c echo 'a & b' nohup\\&; npm start",
    'sh -c npm start # & that is all',
  ])('is %s', command => expect(launcherKind(command)).toBeDefined());

  it.each([
    '',
    'bash',
    '-bash',
    'sh start.sh',
    'sh -c npm start &',
    'sh -c npm start & echo $!',
    'sh -c nohup npm start >log 2>&1 &',
    'bash -c setsid npm start',
    'sh -c echo "a&b"; npm start & echo "c"',
    `sh -c eval "npm start &"`,
    'sh -c pid="$(f "a" & echo $!)"',
    `sh -c echo it's; npm start & echo it's`.replaceAll("'", "\\'"),
    "sh -c # don't\nnpm start &\n# don't",
    "sh -c echo $'\\''; npm start & echo ' '",
    'bash -c coproc npm start',
    'bash -c exec 3> >(npm start)',
    'node /srv/yarn-4-supervisor/run.js',
    'node /srv/yarn-supervisor.cjs',
    'sh -c (npm start >log 2>&1 &) && sleep 1',
    '/usr/lib/systemd/systemd --user',
    'node /srv/supervisor/npm-runner.js',
    'node server.js npm',
    'ssh -c aes host',
    'python3 -c print()',
  ])('is not %j', command => expect(launcherKind(command)).toBeUndefined());

  it.each([
    ['sh start.sh', '#!/bin/sh\nset -e\ncd "$(dirname "$0")"\nnpm start -- "$@"\n'],
    ['/bin/bash ./start.sh --port 0', '# Starts\nexport A="b&c"\nnpm start >log 2>&1 && echo stopped\n'],
  ])('is %s with %j in the file', (command, file) => expect(launcherKind(command, file)).toBe('shell'));

  it.each([
    'npm start &\nwait\n',
    'nohup npm start\n',
    '. ./functions.sh\nin_background npm start\n',
    'if true; then source functions.sh; fi\nnpm start\n',
    "cat <<END\ndon't\nEND\nnpm start &\n: don't\n",
    'pid="$(npm start >log 2>&1 & echo $!)"\n',
  ])('is not sh start.sh with %j in the file', file =>
    expect(launcherKind('sh start.sh', file)).toBeUndefined(),
  );

  it('is not a shell that reads from a terminal', () =>
    expect(launcherKind('bash', undefined)).toBeUndefined());
});
