import { spawn } from 'node:child_process';

const LISTING_MS = 10_000;
const MAX_OUTPUT = 64 * 1024;
const MP4 = ['-movflags', '+faststart'];

export interface VideoCodec {
  readonly name: string;
  readonly extension: 'mp4' | 'webm';
  readonly options: readonly string[];
}

/** How ffmpeg is started. */
export interface VideoProgram {
  /** All variables that it sees, such as PATH. Default: none. Those of the server may have secrets. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Default: ffmpeg of the search path. */
  readonly program?: string;
}

/** The best first. */
const CODECS: readonly VideoCodec[] = [
  { name: 'libx264', extension: 'mp4', options: ['-preset', 'veryfast', '-crf', '26', ...MP4] },
  { name: 'libopenh264', extension: 'mp4', options: ['-b:v', '1500k', ...MP4] },
  { name: 'libvpx-vp9', extension: 'webm', options: ['-crf', '34', '-b:v', '0', '-deadline', 'realtime'] },
  { name: 'libvpx', extension: 'webm', options: ['-b:v', '1500k', '-deadline', 'realtime'] },
  { name: 'mpeg4', extension: 'mp4', options: ['-q:v', '4', ...MP4] },
];

/** The codec that ffmpeg has: `no-program` where it is not installed, `no-codec` where it has none that players know. */
export async function findCodec({
  environment = {},
  program = 'ffmpeg',
}: VideoProgram = {}): Promise<VideoCodec | 'no-program' | 'no-codec'> {
  const list = await outputOf(program, ['-hide_banner', '-encoders'], environment);
  if (list === undefined) return 'no-program';
  const names = new Set(list.split('\n').map(line => line.trim().split(/\s+/)[1]));
  return CODECS.find(({ name }) => names.has(name)) ?? 'no-codec';
}

function outputOf(
  program: string,
  args: readonly string[],
  environment: Required<VideoProgram>['environment'],
): Promise<string | undefined> {
  const child = spawn(program, args, {
    env: environment as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: LISTING_MS,
    windowsHide: true,
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output = `${output}${text}`.slice(0, MAX_OUTPUT);
  });
  return new Promise(resolve => {
    child.once('error', () => resolve(undefined));
    child.once('close', code => resolve(code === 0 ? output : undefined));
  });
}
