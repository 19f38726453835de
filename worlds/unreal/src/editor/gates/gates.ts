import type { Gate } from '../../port/unreal-source.js';
import { atLeast, type EngineVersion } from './engine-version.js';

export type GateName = Gate['name'];
type Opens = Gate['opens'];

const SECTION = '[/Script/RemoteControlCommon.RemoteControlSettings]';
const FILE = 'Config/DefaultRemoteControl.ini';
const OLD_FILE = 'Config/DefaultWebRemoteControl.ini';

const LINES: Readonly<Record<GateName, string>> = {
  functions: 'bAllowAnyRemoteFunctionCall=True',
  python: 'bEnableRemotePythonExecution=True',
  console: 'bAllowConsoleCommandRemoteExecution=True',
  passphrase: '+Passphrases=(Identifier="worldwire",Passphrase="<lower-case MD5 of the passphrase>")',
};

/** The line that opens a gate and where it belongs. The engine's later versions read it from another file. */
export function opens(gate: GateName, version: EngineVersion | undefined): Opens {
  return { file: settingsFile(version), section: SECTION, line: LINES[gate] };
}

/** Where the plugin itself is off, which no setting of it can help. */
export const PYTHON_PLUGIN: Opens = {
  file: 'the .uproject file',
  section: 'Plugins',
  line: '{ "Name": "PythonScriptPlugin", "Enabled": true }',
};

/** Lets through one class where the editor lets through only what is listed. */
export function allowLine(classPath: string, functionName: string): string {
  return `+CustomAllowedRemoteFunctionCalls=(ClassPath="${classPath}",FunctionName="${functionName}",bAllowChildClasses=False)`;
}

export function asInstruction({ file, section, line }: Opens): string {
  return `Add ${line} under ${section} in ${file} of the project and restart the editor.`;
}

function settingsFile(version: EngineVersion | undefined): string {
  if (version !== undefined && atLeast(version, 5, 0)) return FILE;
  if (version !== undefined && !atLeast(version, 4, 27)) return OLD_FILE;
  return `${FILE} (or ${OLD_FILE}, by version)`;
}
