import { validate } from 'dockerfile-utils';
import { unpinnedImages } from '../../../scripts/packaging/base-images.mjs';

export interface Instruction {
  readonly keyword: string;
  readonly content: string;
}

/** The instructions of one stage, from its FROM. */
export type Stage = readonly [Instruction, ...Instruction[]];

const MANIFESTS = /(package|package-lock)\.json$|^\.npmrc$/;
/** A version of two digits or more, or with a point: "24-bookworm-slim" and "1.2", but not "latest". */
const PINNED = /^[^:@]+:\d+[\w.-]*(@sha256:[0-9a-f]{64})?$/;
const SECRET = /(TOKEN|SECRET|PASSWORD|PASSPHRASE|API_?KEY)/i;

/** What is wrong with a Dockerfile: its syntax, and what we promise of the image. */
export function dockerfileProblems(text: string): string[] {
  const all = stages(text);
  const last = all.at(-1) ?? [];
  return [
    ...validate(text).map(({ range, message }) => `line ${range.start.line + 1}: ${message}`),
    ...(all.length < 2 ? ['the image is built in one stage, with the tools of the build in it'] : []),
    ...all.flatMap(stage => [...baseProblems(stage[0], all), ...orderProblems(stage)]),
    ...unpinnedImages(text).map(image => `the image ${image} has no digest`),
    ...imageProblems(last),
    ...all.flat().flatMap(secretProblems),
  ];
}

/** The files of the repository that a Dockerfile copies. */
export function copiedFiles(text: string): string[] {
  return stages(text)
    .flat()
    .filter(({ keyword, content }) => keyword === 'COPY' && !content.startsWith('--from='))
    .flatMap(({ content }) => content.split(/\s+/).slice(0, -1));
}

function stages(text: string): Stage[] {
  const found: [Instruction, ...Instruction[]][] = [];
  const logical = text.replace(/^#.*\n/gm, '').replace(/\\\n/g, ' ');
  for (const line of logical.split('\n').filter(one => one.trim() !== '')) {
    const [, word = '', content = ''] = /^\s*(\w+)\s*(.*)$/.exec(line) ?? [];
    const instruction = { keyword: word.toUpperCase(), content: content.trim() };
    if (instruction.keyword === 'FROM') found.push([instruction]);
    else found.at(-1)?.push(instruction);
  }
  return found;
}

function baseProblems({ content }: Instruction, all: readonly Stage[]): string[] {
  const [image = ''] = content.split(/\s+/);
  const names = all.map(([from]) => /\sAS\s+(\S+)$/i.exec(from.content)?.[1]);
  return names.includes(image) || PINNED.test(image) ? [] : [`the image ${image} has no version`];
}

/** An install that comes after the sources is repeated for every change of the sources. */
function orderProblems(stage: Stage): string[] {
  const install = stage.findIndex(
    ({ keyword, content }) => keyword === 'RUN' && /\bnpm (ci|install)\b/.test(content),
  );
  const before = stage.slice(0, Math.max(install, 0)).filter(({ keyword }) => keyword === 'COPY');
  return before
    .flatMap(({ content }) => content.split(/\s+/).slice(0, -1))
    .filter(file => !MANIFESTS.test(file))
    .map(file => `${file} is copied before the dependencies are installed`);
}

function imageProblems(stage: readonly Instruction[]): string[] {
  const of = (keyword: string) => stage.filter(one => one.keyword === keyword).map(({ content }) => content);
  const user = of('USER').at(-1) ?? 'root';
  const afterUser = stage.slice(stage.findLastIndex(({ keyword }) => keyword === 'USER'));
  const checks: [boolean, string][] = [
    [/^(root|0)(:|$)/.test(user), 'the image runs as root'],
    [afterUser.some(({ keyword }) => keyword === 'RUN'), 'a command of the build runs after USER'],
    [!of('HEALTHCHECK').some(content => content.includes('CMD')), 'there is no health check'],
    [of('VOLUME').length !== 1, 'there is not exactly one volume'],
    [
      !of('ENTRYPOINT').every(content => content.startsWith('[')),
      'a shell stands between the signals and the server',
    ],
    [of('ENTRYPOINT').length !== 1, 'there is not exactly one entry point'],
  ];
  return checks.filter(([wrong]) => wrong).map(([, problem]) => problem);
}

function secretProblems({ keyword, content }: Instruction): string[] {
  const secret = (keyword === 'ENV' || keyword === 'ARG') && SECRET.test(content);
  return secret ? [`${keyword} ${content.split(/[\s=]/)[0]} would stay in the image`] : [];
}
