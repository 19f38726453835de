import assert from 'node:assert/strict';
import type { WriteBench } from './write-bench.js';
import { digestOf } from './write-bench.js';
import type { ConnectOptions, PersonAnswer, WriteCase, WriteClient } from './write-driver.js';

/** Writes that lose much, and the person who is asked. */
export const QUESTION_CASES: readonly WriteCase[] = [
  ...[false, true].flatMap((hasSession): WriteCase[] => {
    const where = hasSession ? 'in a session' : 'without a session';
    return [
      {
        claim: `a large write asks the person once, ${where}, and is done when the person accepts`,
        needs: ['large writes'],
        check: async bench => {
          const { call, words } = await prepared(bench);
          const state = await bench.state();
          const { client, questions } = await asked(bench, 'accept', { hasSession });
          await bench.done(call, {}, client);
          assert.equal(questions.length, 1);
          for (const word of words) assert.ok(questions[0]?.includes(word), `${word}: ${questions[0]}`);
          assert.notDeepEqual(await bench.state(), state);
        },
      },
      ...(['decline', 'cancel'] as const).map(
        (answer): WriteCase => ({
          claim: `a large write changes nothing when the person answers ${answer}, ${where}`,
          needs: ['large writes'],
          check: async bench => {
            const { call } = await prepared(bench);
            const { client, questions } = await asked(bench, answer, { hasSession });
            await bench.refused(call, {}, ['PermissionDenied'], client);
            assert.equal(questions.length, 1);
          },
        }),
      ),
    ];
  }),
  {
    claim: 'a large write of a client that cannot ask is refused with the way by dryRun and expectDigest',
    needs: ['large writes'],
    check: async bench => {
      const { call } = await prepared(bench);
      const { text } = await bench.refused(call);
      for (const word of ['dryRun', 'expectDigest', 'Nothing was changed'])
        assert.ok(text.includes(word), text);
    },
  },
  {
    claim: 'a large write with the digest of its dry run is done without a question',
    needs: ['large writes'],
    check: async bench => {
      const { call } = await prepared(bench);
      const { client, questions } = await asked(bench, 'decline');
      const plan = await bench.unchanged(() => bench.plan(call, {}, client));
      const state = await bench.state();
      await bench.done(call, { expectDigest: digestOf(plan) }, client);
      assert.deepEqual(questions, []);
      assert.notDeepEqual(await bench.state(), state);
    },
  },
  {
    claim: 'a large write with a wrong digest is refused without a question',
    needs: ['large writes'],
    check: async bench => {
      const { call } = await prepared(bench);
      const { client, questions } = await asked(bench, 'accept');
      await bench.refused(call, { expectDigest: 'A'.repeat(22) }, ['Conflict'], client);
      assert.deepEqual(questions, []);
    },
  },
  {
    claim: 'a large write with a key that was accepted is not asked again',
    needs: ['large writes'],
    check: async bench => {
      const { call } = await prepared(bench);
      const { client, questions } = await asked(bench, 'accept');
      const key = { operationKey: 'accepted' };
      const { revision } = await bench.done(call, key, client);
      assert.equal((await bench.unchanged(() => bench.done(call, key, client))).revision, revision);
      assert.equal(questions.length, 1);
    },
  },
  {
    claim:
      'a large write that is cancelled while the person is asked changes nothing, and the next write is done',
    needs: ['large writes'],
    check: async bench => {
      const { call } = await prepared(bench);
      const controller = new AbortController();
      const withdrawn = new Promise<PersonAnswer>(() => {});
      const client = await bench.connect({
        hasSession: true,
        person: () => {
          controller.abort();
          return withdrawn;
        },
      });
      await bench.unchanged(async () => {
        await assert.rejects(client.call(call, {}, controller.signal));
      });
      await bench.done(bench.driver.beside);
    },
  },
  {
    claim: 'a write does not wait for the question of another one',
    needs: ['large writes'],
    check: async bench => {
      const { call } = await prepared(bench);
      const { client, questions } = await asked(bench, async () => {
        if (questions.length === 1) await bench.done(bench.driver.beside);
        return 'decline';
      });
      const { kind, text } = await client.call(call);
      assert.equal(kind, 'PermissionDenied', text);
      // A world whose plan is another one now may ask again.
      assert.ok(questions.length === 1 || questions.length === 2, `${questions.length} questions`);
    },
  },
  {
    claim: 'a small write asks nobody',
    check: async bench => {
      const { client, questions } = await asked(bench, 'decline');
      await bench.done(bench.driver.write, {}, client);
      assert.deepEqual(questions, []);
    },
  },
  {
    claim: 'a write that cannot be undone asks the person, and says so',
    needs: ['final writes', 'questions of final writes'],
    check: async bench => {
      const { client, questions } = await asked(bench, 'decline');
      await bench.refused(bench.driver.final as never, {}, ['PermissionDenied'], client);
      assert.equal(questions.length, 1);
      assert.match(String(questions[0]), /cannot be undone/);
      const { text } = await bench.refused(bench.driver.final as never);
      assert.match(text, /expectDigest/);
    },
  },
];

async function prepared(bench: WriteBench) {
  const { large } = bench.driver;
  assert.ok(large, 'the driver has a large write');
  return large(bench.client);
}

async function asked(
  bench: WriteBench,
  answer: PersonAnswer | (() => Promise<PersonAnswer>),
  options: ConnectOptions = {},
): Promise<{ readonly client: WriteClient; readonly questions: string[] }> {
  const questions: string[] = [];
  const client = await bench.connect({
    ...options,
    person: question => {
      questions.push(question);
      return typeof answer === 'string' ? answer : answer();
    },
  });
  return { client, questions };
}
