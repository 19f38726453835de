/** The audit file of a server. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './wait.mjs';

const OUTCOME_MS = 3_000;
/** Outcomes of calls that had no intent, because they were refused before. */
const NEVER_BEGAN = /^(denied|invalid|suppressed|refused)$/;
const FIELDS = ['id', 'at', 'world', 'principal', 'tool', 'access'];

/** @param {string} data */
export function auditPath(data) {
  return join(data, 'audit.jsonl');
}

/** @param {string} data */
export function auditBytes(data) {
  return existsSync(auditPath(data)) ? statSync(auditPath(data)).size : 0;
}

/**
 * @param {string} data the server's data folder
 * @returns {{ intents: Map<string, any>, outcomes: Map<string, any>, problems: string[] }}
 */
export function readAudit(data) {
  const intents = new Map();
  const outcomes = new Map();
  /** @type {string[]} */
  const problems = [];
  if (!existsSync(auditPath(data))) return { intents, outcomes, problems: ['audit.jsonl is missing'] };
  const lines = readFileSync(auditPath(data), 'utf8').split('\n');
  // A kill may cut the last line.
  const last = lines.pop();
  if (last) problems.push('the last line is not whole');
  for (const line of lines) {
    const event = JSON.parse(line);
    const missing = FIELDS.filter(field => event[field] === undefined);
    if (missing.length > 0)
      problems.push(`an audit line has no ${missing.join(', ')}: ${line.slice(0, 200)}`);
    if (event.outcome === undefined) intents.set(event.id, event);
    else outcomes.set(event.id, event);
    if (event.outcome !== undefined && !intents.has(event.id) && !NEVER_BEGAN.test(event.outcome)) {
      problems.push(`an outcome has no intent before it: ${line.slice(0, 200)}`);
    }
  }
  return { intents, outcomes, problems };
}

/**
 * Checks the record of a completed write. Its outcome may be written after the answer.
 * @param {string} data
 * @param {string} tool
 * @returns {Promise<string | undefined>}
 */
export async function wrongRecord(data, tool) {
  await until(() => problemWith(data, tool) === undefined, OUTCOME_MS);
  return problemWith(data, tool);
}

/** @param {string} data @param {string} tool */
function problemWith(data, tool) {
  const { intents, outcomes, problems } = readAudit(data);
  if (problems.length > 0) return problems[0];
  const intent = [...intents.values()].find(event => event.tool === tool);
  if (intent === undefined) return `the intent of ${tool} is missing`;
  return outcomes.has(intent.id) ? undefined : `the intent of ${tool} has no outcome`;
}
