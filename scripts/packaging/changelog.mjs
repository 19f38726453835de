// CHANGELOG.md in the form of https://keepachangelog.com/en/1.1.0/.
const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
const UNRELEASED = 'Unreleased';
const SEMVER = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The sections of a changelog, newest first, each with its kinds of change and their entries. */
export function readChangelog(text) {
  const sections = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('## ')) {
      const [, version, date] = /^## \[([^\]]+)\](?: - (.*))?$/.exec(line) ?? [];
      sections.push({ line: index + 1, heading: line, version, date, kinds: [] });
    } else if (line.startsWith('### ')) {
      sections.at(-1)?.kinds.push({ line: index + 1, name: line.slice(4), entries: 0 });
    } else if (line.startsWith('- ')) {
      const section = sections.at(-1);
      const kind = section?.kinds.at(-1);
      if (kind !== undefined) kind.entries += 1;
      else if (section !== undefined) section.loose ??= index + 1;
    }
  }
  return sections;
}

/** What is wrong with the form of a changelog. */
export function changelogProblems(text) {
  const sections = readChangelog(text);
  const problems = [];
  if (!text.startsWith('# Changelog\n')) problems.push('line 1: the title is not "# Changelog".');
  if (sections[0]?.version !== UNRELEASED) problems.push(`the first section is not "## [${UNRELEASED}]".`);
  for (const section of sections) problems.push(...sectionProblems(section, text));
  const released = sections.slice(1).map(({ date }) => date ?? '');
  if (released.join() !== [...released].sort().reverse().join())
    problems.push('releases are not newest first.');
  return problems;
}

function sectionProblems({ line, heading, version, date, kinds, loose }, text) {
  if (version === undefined) return [`line ${line}: "${heading}" is not "## [1.2.3] - 2026-01-31".`];
  const problems = [];
  if (version === UNRELEASED && date !== undefined) problems.push(`line ${line}: ${UNRELEASED} has a date.`);
  if (version !== UNRELEASED && !SEMVER.test(version))
    problems.push(`line ${line}: ${version} is not a version.`);
  if (version !== UNRELEASED && !DATE.test(date ?? ''))
    problems.push(`line ${line}: ${version} has no date.`);
  if (loose !== undefined) problems.push(`line ${loose}: an entry stands outside of ${KINDS.join(', ')}.`);
  if (!text.includes(`\n[${version}]: https://`))
    problems.push(`there is no link [${version}]: https://… at the end.`);
  for (const kind of kinds) {
    if (!KINDS.includes(kind.name))
      problems.push(`line ${kind.line}: "${kind.name}" is not one of ${KINDS.join(', ')}.`);
    if (kind.entries === 0) problems.push(`line ${kind.line}: "${kind.name}" has no entries.`);
  }
  return problems;
}

/** Whether a version has a section of its own. */
export function isReleased(text, version) {
  return readChangelog(text).some(section => section.version === version);
}

/** The changelog after a release: what was unreleased belongs to the version, and nothing is unreleased. */
export function release(text, version, date, repository) {
  const newest = readChangelog(text)[1]?.version;
  const changes = newest === undefined ? `releases/tag/v${version}` : `compare/v${newest}...v${version}`;
  return text
    .replace(`## [${UNRELEASED}]\n`, `## [${UNRELEASED}]\n\n## [${version}] - ${date}\n`)
    .replace(
      new RegExp(`^\\[${UNRELEASED}\\]: .*$`, 'm'),
      `[${UNRELEASED}]: ${repository}/compare/v${version}...HEAD\n[${version}]: ${repository}/${changes}`,
    );
}
