// Checks that all files have the same version, and prints the steps of a release. It publishes nothing.
//   node scripts/release.mjs                   checks, and prints the steps for the current version
//   node scripts/release.mjs 0.2.0             shows what would change
//   node scripts/release.mjs 0.2.0 --write     writes the version to every file, and moves the unreleased changes under it
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unpinnedImages } from './packaging/base-images.mjs';
import { changelogProblems, isReleased, release } from './packaging/changelog.mjs';
import { setVersion, versionPlaces } from './packaging/versions.mjs';
import { publicPackages, readJson } from './packaging/workspaces.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CHANGELOG = join(ROOT, 'CHANGELOG.md');
const SEMVER = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

const { version: current, repository } = readJson(join(ROOT, 'apps/worldwire/package.json'));
const args = process.argv.slice(2);
const write = args.includes('--write');
const [version = current, ...more] = args.filter(arg => arg !== '--write');

if (more.length > 0 || !SEMVER.test(version)) {
  fail([`Usage: node scripts/release.mjs [VERSION [--write]]. Got "${args.join(' ')}".`]);
}
if (write) writeVersion();
else if (version === current) check();
else preview();

function check() {
  const places = versionPlaces(ROOT);
  const changelog = readFileSync(CHANGELOG, 'utf8');
  const wrong = places
    .filter(place => place.version !== version)
    .map(
      place => `${place.file}: ${place.path.join('.')} is ${place.version}, apps/worldwire has ${version}.`,
    );
  const dockerfile = join(ROOT, 'Dockerfile');
  const images = existsSync(dockerfile) ? unpinnedImages(readFileSync(dockerfile, 'utf8')) : [];
  const unpinned = images.map(
    image => `Dockerfile: ${image} has no digest. docker buildx imagetools inspect ${image} shows it.`,
  );
  fail([...wrong, ...unpinned, ...changelogProblems(changelog).map(problem => `CHANGELOG.md: ${problem}`)]);
  print(`${places.length} files have the version ${version}.`);
  if (!isReleased(changelog, version)) {
    print(`CHANGELOG.md has no section [${version}] yet. First: node scripts/release.mjs ${version} --write`);
  }
  printSteps();
}

function preview() {
  for (const { file, path, version: old } of versionPlaces(ROOT)) {
    print(`${file}: ${path.join('.')}: ${old} → ${version}`);
  }
  print(`CHANGELOG.md: [Unreleased] → [${version}] - ${today()}`);
  print(`Nothing was written. To write it: node scripts/release.mjs ${version} --write`);
}

function writeVersion() {
  const changelog = readFileSync(CHANGELOG, 'utf8');
  if (isReleased(changelog, version)) fail([`CHANGELOG.md has a section [${version}] already.`]);
  setVersion(ROOT, version);
  writeFileSync(CHANGELOG, release(changelog, version, today(), webAddress()));
  print(`Wrote ${version} to ${versionPlaces(ROOT).length} places and to CHANGELOG.md.`);
  printSteps();
}

function printSteps() {
  const packages = publicPackages(ROOT).map(({ manifest }) => `    npm publish --workspace ${manifest.name}`);
  print(
    [
      '',
      'To release it, by hand, from a clean checkout of main:',
      '  1. .ci/run                      passes; it installs and runs the packed packages',
      `  2. git commit -am "release: ${version}" && git tag v${version}`,
      '  3. npm login, then in this order:',
      ...packages,
      '  4. git push origin main --tags',
      `  5. npm run bundle               on each platform; attach dist/*.mcpb to the release v${version}`,
      `  6. docker build -t worldwire:${version} . && docker push`,
      '  7. mcp-publisher login github && mcp-publisher publish    reads server.json',
    ].join('\n'),
  );
}

function webAddress() {
  return repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
}

function today() {
  return new Date().toISOString().slice(0, 10);
}

function print(line) {
  process.stdout.write(`${line}\n`);
}

function fail(problems) {
  if (problems.length === 0) return;
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}
