import { UnrealError } from '../port/unreal-error.js';

const PYTHON_NEEDS = [
  'Ask the operator for an editor (--editor) with the plugins "Python Editor Script Plugin" and "Remote Control API", and in',
  'Config/DefaultRemoteControl.ini, [/Script/RemoteControlCommon.RemoteControlSettings]: bEnableRemotePythonExecution=True',
].join(' ');

export function noPython(): UnrealError {
  const message = 'The sample has no Python. Start an editor and connect to it.';
  return new UnrealError('unsupported', message, PYTHON_NEEDS);
}
