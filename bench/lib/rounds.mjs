/** Rounds are many and short: what is compared takes turns within each. */

/** Runs each item once per round, forwards and backwards in turn, so that a disturbance of the machine affects all of them. */
export async function inRounds({ measure, rounds, items, name, progress }, run) {
  for (let round = 1; round <= rounds; round++) {
    for (const item of inTurn(items, round)) {
      const who = `${measure}, ${name(item)}`;
      progress(`round ${round} of ${rounds}: ${who}`);
      await run(item, who, round);
    }
  }
}

/** Runs each row at each size once per round, and adds the runs to the row by size. */
export async function bySize({ rows, servers, name, ...more }, run) {
  const measured = rows.map(row => ({ row, bySize: servers.map(({ size }) => ({ size, runs: [] })) }));
  const named = { ...more, items: measured, name: ({ row }) => name(row) };
  await inRounds(named, async ({ row, bySize }, who, round) => {
    for (const server of inTurn(servers, round)) {
      bySize[servers.indexOf(server)].runs.push(await run(row, server, `${who}, size ${server.size}`));
    }
  });
  return measured;
}

const inTurn = (items, round) => (round % 2 === 1 ? items : items.toReversed());
