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
    'sh -c npm start',
    '/bin/sh -c cd /srv/app && npm start >log 2>&1',
    'bash -ec npm start &>log',
    'bash --norc -c npm start',
    'sh -c exec 3<&0; npm start | tee log',
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
    'sh -c (npm start >log 2>&1 &) && sleep 1',
    '/usr/lib/systemd/systemd --user',
    'node /srv/supervisor/npm-runner.js',
    'node server.js npm',
    'ssh -c aes host',
    'python3 -c print()',
  ])('is not %j', command => expect(launcherKind(command)).toBeUndefined());
});
