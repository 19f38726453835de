import { ConfigProblem } from '../config/config-text.js';
import { parseJson } from '../config/json-text.js';
import type { Content, EntryPath, FileFormat } from './format.js';
import { withoutComments } from './json-comments.js';
import { removeMember, setMember } from './json-edit.js';

const INDENT = 2;

/** Plain JSON, for clients that refuse comments. */
export const json: FileFormat = {
  title: 'plain JSON',
  parse: text => objectOf(parseJson(text)),
  set: setMember,
  remove: removeMember,
  render,
};

/** JSON with comments and commas after the last member. */
export const jsonc: FileFormat = {
  ...json,
  title: 'JSON with comments',
  parse: text => objectOf(parseJson(withoutComments(text))),
};

function objectOf(content: unknown): Content {
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content as Content;
  throw new ConfigProblem('the file must hold an object', 1);
}

function render([section, key]: EntryPath, entry: object): string {
  return JSON.stringify({ [section]: { [key]: entry } }, null, INDENT);
}
