import { Problem } from '../errors/problem.js';
import { effectLines, itemLines, members, type ShownApproval, type ShownPage } from './approval-text.js';
import type { OperatorClient } from './operator-client.js';

/** Prints the whole plan of a call, page by page. Returns the digest of the plan. */
export async function printPlan(
  client: Pick<OperatorClient, 'call'>,
  { id }: Pick<ShownApproval, 'id'>,
  print: (line: string) => void,
  first?: ShownPage,
): Promise<string> {
  let page = first ?? (await client.call<ShownPage>('GET', `approvals/${id}/plan?offset=0`));
  const edit = page.edit === undefined ? '' : `&edit=${page.edit}`;
  for (const line of effectLines(page)) print(line);
  for (;;) {
    for (const line of itemLines(page.items)) print(line);
    if (page.nextOffset === undefined) break;
    page = await client.call<ShownPage>('GET', `approvals/${id}/plan?offset=${page.nextOffset}${edit}`);
  }
  for (const line of members('arguments', page.arguments)) print(line);
  if (page.digest !== undefined) return page.digest;
  throw Problem.failure('The server gave no digest with the last page of the plan. Show the plan again.');
}
