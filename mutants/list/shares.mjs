const PLACES = 'packages/server/src/limits/places.ts';
const KEPT = 'packages/server/src/limits/kept-by-principal.ts';
const PARALLEL = 'packages/server/src/limits/parallel-requests.ts';
const KERNEL = 'packages/server/src/kernel/kernel.ts';
const CALL = 'packages/server/src/calls/call.ts';
const TASKS = 'packages/server/src/calls/task-store.ts';
const FRAMES = 'packages/transports/src/frames';
const UNITY = 'worlds/unity/src';

const PLACES_TESTS = ['packages/server/src/limits/places.test.ts'];
const PARALLEL_TESTS = ['packages/server/src/kernel/parallel.test.ts'];

/** Numbers that principals share. */
export default [
  {
    name: 'share-of-a-principal-ignored',
    class: 'denial of service',
    limit: 'principalPercent',
    file: PLACES,
    find: '|| held.count >= this.shareOf(principal)) return undefined;',
    replace: ') return undefined;',
    tests: PLACES_TESTS,
  },
  {
    name: 'places-without-a-total',
    class: 'denial of service',
    file: PLACES,
    find: 'if (this.#taken >= this.number.total || held.count',
    replace: 'if (held.count',
    tests: PLACES_TESTS,
  },
  {
    name: 'place-released-twice',
    class: 'denial of service',
    file: PLACES,
    find: 'if (!open) return;',
    replace: '',
    tests: PLACES_TESTS,
  },
  {
    name: 'share-of-nothing',
    class: 'denial of service',
    file: PLACES,
    find: 'Math.max(1, Math.ceil((number.total * number.percent) / 100))',
    replace: 'Math.floor((number.total * number.percent) / 100)',
    tests: PLACES_TESTS,
  },
  {
    name: 'place-free-before-the-engine-has-answered',
    class: 'denial of service',
    file: PLACES,
    find: 'work.then(release, release);',
    replace: 'release();',
    tests: [...PLACES_TESTS, `${UNITY}/state/engine-places.test.ts`],
  },
  {
    name: 'kept-values-of-others-removed',
    class: 'denial of service',
    file: KEPT,
    find: 'const [oldest] = this.#places.largest;',
    replace: 'const [oldest] = this.#places;',
    tests: ['packages/server/src/limits/kept-by-principal.test.ts', `${UNITY}/engines/key-engines.test.ts`],
  },
  {
    name: 'idle-subscription-takes-a-place',
    class: 'denial of service',
    file: KERNEL,
    find: 'if (request.method === LASTING) return;',
    replace: '',
    tests: [...PARALLEL_TESTS, 'test/src/unity/shares.test.ts'],
  },
  {
    name: 'idle-subscription-refused-before-its-start',
    class: 'denial of service',
    file: KERNEL,
    find: 'return method === LASTING ? undefined : this.#parallel.refusal(who.name);',
    replace: 'return method === undefined ? undefined : this.#parallel.refusal(who.name);',
    tests: ['test/src/http/parallel.test.ts'],
  },
  {
    name: 'wait-keeps-its-place',
    class: 'denial of service',
    file: CALL,
    find: 'seat.leave();',
    replace: '',
    tests: PARALLEL_TESTS,
    waits: true,
  },
  {
    name: 'wait-goes-on-without-a-place',
    class: 'denial of service',
    file: CALL,
    find: 'await seat.return(this.signal);',
    replace: '',
    tests: PARALLEL_TESTS,
  },
  {
    name: 'place-of-an-answered-request-kept',
    class: 'denial of service',
    file: KERNEL,
    find: 'call.seat?.end();',
    replace: '',
    tests: PARALLEL_TESTS,
    waits: true,
  },
  {
    name: 'place-not-passed-on',
    class: 'denial of service',
    file: PARALLEL,
    find: '(next as Returning).proceed(release);',
    replace: 'release();',
    tests: PARALLEL_TESTS,
    waits: true,
  },
  {
    name: 'cancelled-wait-keeps-its-turn',
    class: 'denial of service',
    file: PARALLEL,
    find: 'queue.delete(returning);',
    replace: '',
    tests: PARALLEL_TESTS,
    waits: true,
  },
  {
    name: 'finished-tasks-of-others-removed',
    class: 'denial of service',
    file: TASKS,
    find: 'if (task.terminal && this.#places.heldBy(task.principal) > this.#places.heldBy(largest))',
    replace: 'if (task.terminal)',
    tests: ['packages/server/src/calls/task-store.test.ts'],
  },
  {
    name: 'clients-take-the-connections-of-engines',
    class: 'denial of service',
    limit: 'connections',
    file: `${FRAMES}/frames-listener.ts`,
    find: 'total: connections - room,',
    replace: 'total: connections,',
    tests: ['test/src/frames/engines.test.ts'],
  },
  {
    name: 'place-of-a-closed-connection-kept',
    class: 'denial of service',
    file: `${FRAMES}/frames-connections.ts`,
    find: 'connection.leave();\n      if (this.#onEmpty',
    replace: 'if (this.#onEmpty',
    tests: ['test/src/frames/connections.test.ts'],
  },
  {
    name: 'place-of-an-expired-lease-kept',
    class: 'denial of service',
    file: `${UNITY}/engines/leases.ts`,
    find: 'if (this.#places.full(principal) !== undefined)',
    replace: 'if (false)',
    tests: [`${UNITY}/engines/leases.test.ts`],
  },
  {
    name: 'videos-of-others-removed',
    class: 'denial of service',
    file: `${UNITY}/pictures/video-folder.ts`,
    find: 'return others.find(file => held.get(ownerOf(file)) === most)?.name;',
    replace: 'return others[0]?.name;',
    tests: [`${UNITY}/pictures/video-folder.test.ts`],
  },
];
