import { medianP99, medianPace, ratioWithinRounds } from './by-size.mjs';
import { count, fixed, median, otherWork, section } from './markdown.mjs';
import { STATELESS_REVISION } from './revisions.mjs';

const LABELS = { none: 'none', token: 'token of a token file', oauth: 'OAuth access token' };

export function credentialsSections({ rows }, { connections, credentials: { rounds } }) {
  const shareOf = other => row =>
    row.credential === other ? undefined : fixed(2)(credentialShare(rows, row.credential, other));
  return section(
    `Credentials: tools/call of Worldwire, ${connections} connections, ${STATELESS_REVISION}, median of ${rounds}`,
    [
      ['credential', ({ credential }) => LABELS[credential]],
      ['calls/s', ({ runs }) => count(medianPace(runs))],
      ['p50 ms', ({ runs }) => median(runs.map(({ p50 }) => p50)).toFixed(2)],
      ['p99 ms', ({ runs }) => medianP99(runs).toFixed(2)],
      ['of none', shareOf('none')],
      ['of a token', row => (row.credential === 'none' ? undefined : shareOf('token')(row))],
    ],
    rows,
    'Each row has a server of its own. The access token is a JWT (ES256) of an issuer on loopback: the first call verifies it, and',
    'later calls find it by its digest. Shares are medians of the ratios within each round.',
    otherWork(rows.flatMap(({ runs }) => runs.map(({ otherCpu, stolenCpu }) => otherCpu + stolenCpu))),
  );
}

/** Calls per second with one credential as a share of those with another: the median of the ratios within each round. */
export function credentialShare(rows, credential, other) {
  const [these, those] = [credential, other].map(name => rows.find(row => row.credential === name)?.runs);
  return these && those && ratioWithinRounds(these, those);
}
