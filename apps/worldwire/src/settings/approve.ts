import { APPROVAL_RULES, APPROVERS, type ApprovalRule, type Approver } from '@worldwire/server/internal';
import { didYouMean } from '@worldwire/server/kit/near-matches';
import { Problem } from '../errors/problem.js';

/** Which calls of each world wait for a person, and who that is. */
export interface ApproveSettings {
  readonly rules: ReadonlyMap<string, ApprovalRule>;
  readonly by: Approver;
}

/** Reads `--approve RULE`, `--approve world=RULE` and `--approve-by WHO`. */
export function readApprove(
  given: readonly string[],
  by: string | undefined,
  worlds: readonly string[],
): ApproveSettings {
  const rules = new Map<string, ApprovalRule>();
  for (const value of given.filter(each => !each.includes('='))) {
    for (const world of worlds) rules.set(world, readRule(value, value));
  }
  for (const value of given.filter(each => each.includes('='))) {
    const [world = '', rule = ''] = value.split('=', 2);
    if (!worlds.includes(world)) {
      const hint = didYouMean(world, worlds);
      throw Problem.usage(
        `--approve ${value}: "${world}" is not served here.${hint} Served: ${worlds.join(', ')}.`,
      );
    }
    rules.set(world, readRule(rule, value));
  }
  return { rules, by: readApprover(by ?? 'operator') };
}

function readRule(text: string, whole: string): ApprovalRule {
  const rule = APPROVAL_RULES.find(each => each === text);
  if (rule !== undefined) return rule;
  throw Problem.usage(
    `--approve ${whole}: this is not a known rule.${didYouMean(text, APPROVAL_RULES)} Choose from ${APPROVAL_RULES.join(', ')}.`,
  );
}

function readApprover(text: string): Approver {
  const approver = APPROVERS.find(each => each === text);
  if (approver !== undefined) return approver;
  throw Problem.usage(
    `--approve-by takes ${APPROVERS.join(', ')}, not "${text}".${didYouMean(text, APPROVERS)}`,
  );
}
