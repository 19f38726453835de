// What the official SDKs have in common.

const MAX_CALLS = 10;

/** @returns {{ text: string, isError: boolean }} */
export function outcome({ content, isError }) {
  return { text: textOf(content), isError: isError === true };
}

export function textOf(content) {
  return content
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text)
    .join('\n');
}

/** A driver over a client of an SDK that is connected. `onUpdate` calls its listener for each update of a resource. */
export function sessionDriver(client, onUpdate, options = {}) {
  const {
    close = () => client.close(),
    // SDK 1 has the schema of the result before the options.
    callTool = (params, more) => client.callTool(params, undefined, more),
  } = options;
  const updated = new Set();
  let heard = () => {};
  onUpdate(uri => {
    updated.add(uri);
    heard();
  });
  return {
    name: () => client.getServerVersion()?.name,
    tools: () => everyTool(client),
    call: async (name, args) => outcome(await client.callTool({ name, arguments: args })),
    read: async uri => (await client.readResource({ uri })).contents[0].text,
    progress: (name, args) =>
      reported(report => {
        const onprogress = ({ progress }) => report(progress);
        return callTool({ name, arguments: args }, { onprogress });
      }),
    async update(uri, act, subscribe = () => client.subscribeResource({ uri })) {
      const arrived = new Promise(resolve => {
        heard = () => updated.has(uri) && resolve();
      });
      await subscribe();
      await act();
      await arrived;
    },
    close,
  };
}

/**
 * The first progress that a call reports. SDK 1 drops a report that it reads together with the result, and LangChain passes one on after
 * the result; so the call is repeated.
 */
export async function reported(call) {
  let first;
  for (let calls = 0; calls < MAX_CALLS && first === undefined; calls++)
    await call(progress => {
      first ??= progress;
    });
  return first;
}

async function everyTool(client) {
  const names = [];
  for (let cursor; ; ) {
    const page = await client.listTools(cursor === undefined ? {} : { cursor });
    names.push(...page.tools.map(({ name }) => name));
    cursor = page.nextCursor;
    if (cursor === undefined) return names;
  }
}
