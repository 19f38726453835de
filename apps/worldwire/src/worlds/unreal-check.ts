import type { EditorProbe, UnrealSource } from '@worldwire/unreal';
import { checkFile } from '../findings/check-store.js';
import { type Finding, fail, ok, warn } from '../findings/finding.js';
import { unrealFile } from './open-unreal.js';
import { DEFAULT_EDITOR, type UnrealSettings } from './unreal.js';
import type { WorldOptions } from './world-entry.js';

const CHECK = 'unreal editor';
const PLUGIN =
  'Start the editor with the plugin "Remote Control API" on (WebControl.StartServer in its console), or leave --editor out.';
/** A large project takes longer to list; doctor does not wait for it. */
const LIST_MS = 10_000;
const UNLINK = 'Put the folder itself in the place of the link.';

/** Checks the editor with each of its gates, the project and its journal. */
export async function checkUnreal(
  options: Pick<WorldOptions<UnrealSettings>, 'data' | 'store' | 'own'>,
): Promise<readonly Finding[]> {
  const { own, data, store } = options;
  const { openProject, probeEditor, UnrealError } = await import('@worldwire/unreal');
  const { editor, passphrase, project } = own;
  const secret = passphrase === undefined ? {} : { passphrase };
  const probe = await probeEditor(editor ?? DEFAULT_EDITOR, fetch, { now: Date.now, ...secret });
  const target = project ?? editor ?? (probe.reachable ? DEFAULT_EDITOR : undefined);
  const kept =
    target !== undefined && store !== 'memory'
      ? await checkFile('unreal store', unrealFile(data, target))
      : [];
  const findings = [...editorFindings(probe, editor !== undefined), ...kept];
  if (project === undefined) return findings;
  try {
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const source = await openProject({ folder: project, log, now: Date.now });
    const {
      name,
      engineVersion,
      hidden = [],
    } = await source.call('project.describe', {}, { signal: new AbortController().signal });
    const elsewhere = await contentElsewhere(source, hidden);
    await source.close();
    return [
      ...findings,
      ok('unreal project', `${name}${engineVersion === undefined ? '' : `, ${engineVersion}`}: ${project}`),
      ...hidden.map(reason => warn('unreal content', reason, UNLINK)),
      ...elsewhere,
    ];
  } catch (thrown) {
    if (!(thrown instanceof UnrealError)) throw thrown;
    const fix = thrown.enable ?? 'Name the folder of a .uproject file with --project DIR.';
    return [...findings, fail('unreal project', thrown.message, fix)];
  }
}

/** Warns of pointers and empty files in the place of packages, as far as the list of assets is made in time. */
async function contentElsewhere(
  source: UnrealSource,
  hidden: readonly string[],
): Promise<readonly Finding[]> {
  const signal = AbortSignal.timeout(LIST_MS);
  const list = await source.call('asset.list', { limit: 1 }, { signal }).catch(() => undefined);
  const notes = (list?.notes ?? []).filter(note => !hidden.includes(note));
  return notes.map(note => {
    const end = note.indexOf('. ') + 1;
    return warn('unreal content', note.slice(0, end), note.slice(end + 1));
  });
}

function editorFindings(probe: EditorProbe, asked: boolean): readonly Finding[] {
  const { url, reachable, reason, engineVersion, gates } = probe;
  if (!reachable) {
    const message = `${url} does not answer as an Unreal Editor: ${reason}`;
    return [
      asked ? fail(CHECK, message, PLUGIN) : ok(CHECK, `none is running at ${url}, and none is needed`),
    ];
  }
  const found = ok(CHECK, `${url} answers${engineVersion === undefined ? '' : `: ${engineVersion}`}`);
  return [found, ...gates.map(gateFinding)];
}

function gateFinding({
  name,
  state,
  reason,
  opens: { file, section, line },
}: EditorProbe['gates'][number]): Finding {
  const check = `unreal ${name}`;
  if (state === 'open') return ok(check, 'open');
  const fix = `Put ${line} under ${section} into ${file} of the project, and restart the editor.`;
  return state === 'closed'
    ? warn(check, `closed${reason === undefined ? '' : `: ${reason}`}`, fix)
    : warn(check, 'it is unknown whether it is open', `If calls are refused: ${fix}`);
}
