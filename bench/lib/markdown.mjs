/** The wording that all parts of the report share. */

/** The share of a core beyond which other work is worth a warning. */
export const DISTURBED = 0.25;
export const WARNING = '**The machine was busy: these figures are rough, and so are their ratios.**';

export function section(title, body) {
  return body && `### ${title}\n\n${body}`;
}

export function count(value) {
  return Math.round(value).toLocaleString('en-US');
}

export function percent(share) {
  return `${Math.round(share * 100)} %`;
}
