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

/** The line that opens a gate, and its file: DefaultRemoteControl.ini since UE 5.0, DefaultWebRemoteControl.ini before UE 4.27. */
export function opens(gate: GateName, version: EngineVersion | undefined): Opens {
  return { file: settingsFile(version), section: SECTION, line: LINES[gate] };
}

/** For an editor whose Python plugin is disabled. */
export const PYTHON_PLUGIN: Opens = {
  file: 'the .uproject file',
  section: 'Plugins',
  line: '{ "Name": "PythonScriptPlugin", "Enabled": true }',
};

/** Allows one function where the editor allows only listed ones (UE 5.8). */
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
