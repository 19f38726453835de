import { META_SUBSCRIPTION } from '@worldwire/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../http/until.js';
import { ALL, type Served, WITH_SESSION } from './clients.js';
import { DialectLab, THING } from './dialect-lab.js';

const DECLARED = { experimental: { contentChanged: {} } };
const OTHER = 'lab://thing/two';

describe.each(ALL)('a change of a resource in $name', ({ revision, serve }) => {
  let lab: DialectLab;
  let served: Served;

  beforeEach(async () => {
    lab = new DialectLab();
    served = await serve(lab);
  });
  afterEach(() => served.close());

  it('is content_changed to clients that declared it, and updated to all others', async () => {
    for (const [capabilities, method] of [
      [DECLARED, 'notifications/resources/content_changed'],
      [{}, 'notifications/resources/updated'],
      [{ experimental: { other: {} } }, 'notifications/resources/updated'],
    ] as const) {
      const client = await served.open(revision, capabilities);
      const watching = await client.watch(THING);
      lab.calls.events.resourceUpdated(OTHER);
      lab.calls.events.resourceUpdated(THING);
      await until(() => watching.heard.length > 0, method);
      const params =
        revision < '2026' ? { uri: THING } : { uri: THING, _meta: { [META_SUBSCRIPTION]: 'listen' } };
      expect(watching.heard).toEqual([{ jsonrpc: '2.0', method, params }]);
      await watching.leave();
    }
  });

  it('is watched by the world from the first subscription to the last', async () => {
    const [first, second] = [await served.open(revision, DECLARED), await served.open(revision)];
    const one = await first.watch(THING);
    const two = await second.watch(THING);
    expect(lab.watched).toEqual([`+${THING}`]);
    await one.leave();
    await two.leave();
    await until(() => lab.watched.includes(`-${THING}`), 'the last watcher');
    expect(lab.watched.filter(entry => entry.endsWith(THING))).toEqual([`+${THING}`, `-${THING}`]);
  });
});

describe.each(WITH_SESSION)('a subscription in $name', ({ revision, serve }) => {
  it.each(['exit', 'close', 'stop'])('ends with %s', async way => {
    const lab = new DialectLab();
    const served = await serve(lab);
    const client = await served.open(revision);
    await client.watch(THING);
    if (way === 'exit') await client.notify('exit');
    else if (way === 'close') await client.close();
    else await served.close();
    await until(() => lab.watched.length === 2, 'the last watcher');
    expect(lab.watched).toEqual([`+${THING}`, `-${THING}`]);
    if (way !== 'stop') await served.close();
    expect(lab.watched).toHaveLength(2);
  });
});
