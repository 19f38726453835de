import { describe, expect, it } from 'vitest';
import { changelogProblems, isReleased, release } from '../../../scripts/packaging/changelog.mjs';
import { readText } from './root.js';

const REPOSITORY = 'https://forge.example/owner/name';
const GOOD = `# Changelog

## [Unreleased]

### Added

- One.

[Unreleased]: ${REPOSITORY}/commits/main
`;

describe('CHANGELOG.md', () => {
  it('has the form of Keep a Changelog', () => {
    expect(changelogProblems(readText('CHANGELOG.md'))).toEqual([]);
  });

  it.each([
    ['another title', '# Changelog', '# History', /title/],
    ['no unreleased section', '## [Unreleased]', '## [1.0.0] - 2026-01-31', /first section/],
    ['a heading without brackets', '## [Unreleased]', '## 1.0.0', /is not "## \[1\.2\.3\]/],
    ['another kind of change', '### Added', '### News', /"News" is not one of Added/],
    ['an entry of no kind', '### Added\n', '', /outside of Added/],
    ['a kind without entries', '- One.', '', /"Added" has no entries/],
    ['no link', /\n\[Unreleased\]: .*/, '', /no link \[Unreleased\]/],
  ])('is refused with %s', (_, from, to, problem) => {
    expect(changelogProblems(GOOD)).toEqual([]);
    expect(changelogProblems(GOOD.replace(from, to)).join('\n')).toMatch(problem);
  });

  it('is refused with a release without a date, and with releases in the wrong order', () => {
    const released = release(GOOD, '1.0.0', '2026-01-31', REPOSITORY);
    expect(changelogProblems(released.replace(' - 2026-01-31', '')).join()).toMatch(/1\.0\.0 has no date/);
    const older = release(released, '1.1.0', '2025-01-31', REPOSITORY);
    expect(changelogProblems(older).join()).toMatch(/not newest first/);
  });
});

describe('a release in the changelog', () => {
  it('moves unreleased changes under the version, and keeps the form', () => {
    const first = release(GOOD, '1.0.0', '2026-01-31', REPOSITORY);
    expect(isReleased(GOOD, '1.0.0')).toBe(false);
    expect(isReleased(first, '1.0.0')).toBe(true);
    expect(first).toContain('## [Unreleased]\n\n## [1.0.0] - 2026-01-31\n\n### Added\n\n- One.');
    expect(first).toContain(`[1.0.0]: ${REPOSITORY}/releases/tag/v1.0.0`);
    const second = release(first, '1.1.0', '2026-03-01', REPOSITORY);
    expect(second).toContain(`[1.1.0]: ${REPOSITORY}/compare/v1.0.0...v1.1.0`);
    expect([first, second].flatMap(changelogProblems)).toEqual([]);
  });
});
