import type { ApprovalRules } from '../api/operator.js';

const RULES = {
  writes: 'Every write waits for a person.',
  destructive: 'Calls that remove or overwrite something, or that run code, wait for a person.',
  eval: 'Calls that run code wait for a person.',
  none: 'No call waits for a person.',
} as const;

const DECIDERS = {
  operator: 'A person with the right approve decides, in the panel Approvals or with worldwire approve.',
  client: 'The person at the client decides, where the client can ask.',
  both: 'The person at the client decides first, where the client can ask, and then a person with the right approve.',
} as const;

/** Which calls wait for an approval, in sentences: one for each rule, with the worlds if they differ. */
export function approvalSentences({ by, rules }: ApprovalRules): readonly string[] {
  const given = [...new Set(rules.map(({ rule }) => rule))];
  const worldsWith = (wanted: string) =>
    rules.filter(({ rule }) => rule === wanted).map(({ world }) => world);
  const sentences = given.map(rule =>
    given.length === 1 ? RULES[rule] : `${worldsWith(rule).join(', ')}: ${RULES[rule]}`,
  );
  return rules.some(({ rule }) => rule !== 'none') ? [...sentences, DECIDERS[by]] : sentences;
}
