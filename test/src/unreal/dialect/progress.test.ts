import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '../../harness.js';
import { post, rpc, textOf } from '../../http/lab.js';
import { ALL, type Client, type Outcome, type Served } from './clients.js';
import { DialectLab, THING } from './dialect-lab.js';
import { openHttp } from './http-client.js';

const STEPS = [{ done: 1, total: 4, message: 'a quarter' }, { done: 2, total: 4 }, { done: 3 }];
const values = ({ said }: Outcome) => said.map(({ params }) => params.value);

describe.each(ALL)('$/progress in $name', ({ revision, serve }) => {
  let served: Served;
  let client: Client;

  beforeAll(async () => {
    served = await serve(new DialectLab());
    client = await served.open(revision);
  });
  afterAll(() => served.close());

  const work = (toolInput: object, more: object = { workDoneToken: 't' }) =>
    client.ask('tools/call', { toolName: 'steps', toolInput, ...more });

  it('has begin, report and end before the result', async () => {
    for (const workDoneToken of ['t', 0]) {
      const outcome = await work({ steps: STEPS }, { workDoneToken });
      expect(outcome.said).toEqual(
        [
          { kind: 'begin', message: 'a quarter', percentage: 25 },
          { kind: 'report', percentage: 50 },
          { kind: 'report' },
          { kind: 'end' },
        ].map(value => ({
          jsonrpc: '2.0',
          method: '$/progress',
          params: { token: workDoneToken, value },
        })),
      );
      expect(textOf(outcome.reply)).toBe('done');
    }
  });

  it('works with the standard spelling, too', async () => {
    const params = { name: 'steps', arguments: { steps: STEPS }, workDoneToken: 't' };
    const outcome = await client.ask('tools/call', params);
    expect(values(outcome)).toHaveLength(4);
    expect(outcome.reply.result).not.toHaveProperty('contentType');
  });

  it('has whole percentages from 0 to 100 if the total is known', async () => {
    const steps = [
      { done: 0, total: 3 },
      { done: 2, total: 3 },
      { done: 29, total: 100 },
      { done: 9, total: 3 },
      { done: -1, total: 3 },
      { done: 1, total: 0 },
      { done: 1 },
    ];
    const outcome = await work({ steps });
    const percentages = values(outcome).map(value => (value as { percentage?: number }).percentage);
    expect(percentages).toEqual([0, 67, 29, 100, 0, undefined, undefined, undefined]);
  });

  it('has its own token beside the standard one', async () => {
    const { said } = await work(
      { steps: [{ done: 1, total: 2 }] },
      { workDoneToken: 'own', _meta: { progressToken: 'standard' } },
    );
    expect(said.map(({ method, params }) => [method, params.token ?? params.progressToken])).toEqual([
      ['$/progress', 'own'],
      ['notifications/progress', 'standard'],
      ['$/progress', 'own'],
    ]);
  });

  it('does not change standard progress without a workDoneToken', async () => {
    for (const token of [undefined, null, {}, true]) {
      const more = { ...(token !== undefined && { workDoneToken: token }), _meta: { progressToken: 's' } };
      const { said } = await work({ steps: STEPS }, more);
      expect(said.map(({ method }) => method)).toEqual(STEPS.map(() => 'notifications/progress'));
    }
    expect((await work({ steps: STEPS }, {})).said).toEqual([]);
  });

  it('ends before a failure, and is not sent without progress', async () => {
    const failed = await work({ steps: [{ done: 1 }], fail: true });
    expect(values(failed)).toEqual([{ kind: 'begin' }, { kind: 'end' }]);
    expect(failed.reply.result?.isError).toBe(true);
    expect((await work({ steps: [] })).said).toEqual([]);
    const read = await client.ask('resources/get_content', { uri: THING, workDoneToken: 't' });
    expect(read.said).toEqual([]);
    expect(read.reply.result?.content).toBe('thing one');
  });
});

it('a client without a stream gets only the result', async () => {
  const served = await openHttp(new DialectLab());
  const headers = await openSession(served.url, '2025-03-26');
  const body = rpc('tools/call', { toolName: 'steps', toolInput: { steps: STEPS }, workDoneToken: 't' });
  const response = await post(served.url, { ...headers, accept: 'application/json' }, body);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toMatchObject({ result: { content: [{ text: 'done' }] } });
  await served.close();
});
