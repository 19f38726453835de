import assert from 'node:assert/strict';
import { test } from 'node:test';
import { credentialShare, credentialsSections } from './credentials-report.mjs';

const run = (callsPerSecond, otherCpu = 0.1) => ({
  callsPerSecond,
  p50: 1,
  p99: 2.5,
  otherCpu,
  stolenCpu: 0,
});
const rows = [
  { credential: 'none', runs: [run(1000), run(2000), run(4000)] },
  { credential: 'token', runs: [run(900), run(1600), run(3800)] },
  { credential: 'oauth', runs: [run(855), run(1600), run(1900)] },
];
const settings = { connections: 32, credentials: { rounds: 3 } };

test('a share is the median of the ratios within the rounds', () => {
  assert.equal(credentialShare(rows, 'token', 'none'), 0.9);
  assert.equal(credentialShare(rows, 'oauth', 'token'), 0.95);
});

test('a share without one of its rows is undefined', () => {
  assert.equal(credentialShare([], 'token', 'none'), undefined);
  assert.equal(credentialShare(rows.slice(1), 'token', 'none'), undefined);
});

test('the table has each credential with its share of the others', () => {
  const text = credentialsSections({ rows }, settings);
  assert.match(text, /\| none +\| +2,000 \| +1\.00 \| +2\.50 \| +– \| +– \|/);
  assert.match(text, /\| token of a token file +\| +1,600 \| +1\.00 \| +2\.50 \| +0\.90 \| +– \|/);
  assert.match(text, /\| OAuth access token +\| +1,600 \| +1\.00 \| +2\.50 \| +0\.80 \| +0\.95 \|/);
  assert.doesNotMatch(text, /busy/);
});

test('the report warns of other work and of work of the host', () => {
  const stolen = rows.map(row => ({ ...row, runs: row.runs.map(each => ({ ...each, stolenCpu: 0.3 })) }));
  assert.match(credentialsSections({ rows: stolen }, settings), /took 40 % of a core.*busy/);
});
