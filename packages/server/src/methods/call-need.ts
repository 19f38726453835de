import type { JsonObject } from '@worldwire/protocol';
import { commonArguments, ownArguments } from '../api/common-arguments.js';
import { ACCESS_RANK, type Access, type AccessCaller } from '../api/tool.js';
import type { Need } from '../policy/policy.js';
import { withoutNulls } from '../registry/null-arguments.js';
import type { ToolEntry } from '../registry/registry.js';

/** What a call needs, where its tool must read the world to know it. */
export type NeedLater = () => Promise<Need>;

/**
 * What a call needs, by what it does: the access of its tool, or more where the arguments raise it. This is the only place that
 * asks a tool. It passes the arguments as the handler gets them, so that both read the same. Invalid arguments need what the
 * tool needs: the call is refused before it runs.
 */
export function needOfCall(
  { tool, need, nulls }: Pick<ToolEntry, 'tool' | 'need' | 'nulls'>,
  asked: JsonObject,
  caller: AccessCaller,
): Need | NeedLater {
  if (tool.accessOf === undefined) return need;
  const { common } = tool;
  const given = withoutNulls(asked, nulls);
  const own = common === undefined ? given : ownArguments(given, commonArguments(given, common));
  const parsed = tool.checksArguments === true ? undefined : tool.input.safeParse(own);
  if (parsed?.success === false) return need;
  const access = tool.accessOf(parsed?.data ?? own, caller);
  const isAudited = tool.audited === true;
  return typeof access === 'function'
    ? async () => raised(need, await access(), isAudited)
    : raised(need, access, isAudited);
}

function raised(need: Need, access: Access, isAudited: boolean): Need {
  if (ACCESS_RANK[access] <= ACCESS_RANK[need.access]) return need;
  return isAudited ? { ...need, access, ceiling: need.access } : { ...need, access };
}
