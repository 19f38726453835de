import type { Grants } from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { DOOR, Stage } from '../stage.test.js';

const WRITES: Grants = { writes: true };
const EVAL: Grants = { writes: true, eval: true };
const SYSTEM = '/Script/Engine.Default__KismetSystemLibrary';
const PYTHON = '/Script/PythonScriptPlugin.Default__PythonScriptLibrary';
const SETTINGS = '/Script/RemoteControlCommon.Default__RemoteControlSettings';
const DENIED = /^PermissionDenied: .* not allowed here\.\nHint: .*--allow eval\.$/;

describe('with writes alone', () => {
  it.each([
    [PYTHON, 'ExecutePythonCommand'],
    [PYTHON, 'IsPythonAvailable'],
    [`PythonScriptLibrary'${PYTHON}'`, 'Anything'],
    [PYTHON.slice(1), 'Anything'],
    [PYTHON.toUpperCase(), 'Anything'],
    ['/Script/PythonScriptPlugin.PythonScriptLibrary', 'Anything'],
    ['/Script/PythonScriptPlugin:Default__PythonScriptLibrary', 'Anything'],
    ['/Engine/Transient.PythonScriptLibrary_0', 'Anything'],
    ['/Script/EditorPythonExecuter.Default__Executer', 'Anything'],
    ['/Engine/PythonTypes.Default__MyTool', 'Anything'],
    ['/engine/pythontypes/sub.Tool', 'Anything'],
    [SYSTEM, 'ExecuteConsoleCommand'],
    [SYSTEM, 'executeconsolecommand'],
    [SYSTEM, 'K2_ExecuteConsoleCommand'],
    [SYSTEM, 'Execute Console Command'],
    [SYSTEM, 'execute_console_command'],
    [DOOR, 'ExecuteConsoleCommand'],
    [DOOR, 'ConsoleCommand'],
    [DOOR, 'SendToConsole'],
    [DOOR, 'ServerExecRPC'],
    [DOOR, 'ExecutePythonCommandEx'],
    [DOOR, 'K2_executePYTHONscript'],
    [SYSTEM, 'LaunchURL'],
    [SYSTEM, 'LaunchExternalUrl'],
    [DOOR, 'ExecuteJavascript'],
    [SETTINGS, 'Anything'],
    [SETTINGS.toLowerCase(), 'Anything'],
    ['/Script/WebRemoteControl.Default__WebRemoteControlSettings', 'Anything'],
    ['/Script/Blutility.Default__EditorUtilitySubsystem', 'TryRun'],
    ['/Engine/Transient.UnrealEdEngine_0:EditorUtilitySubsystem_0', 'TryRun'],
    ['/Script/ToolMenus.Default__ToolMenus', 'AddMenuEntry'],
    ['/Engine/Transient.ToolMenus_0', 'AddMenuEntry'],
    ['/Script/ConsoleVariablesEditorRuntime.Default__Library', 'SetConsoleVariableByName_Int'],
    ['/Script/BlueprintFileUtils.Default__BlueprintFileUtilsBPLibrary', 'CopyFile'],
  ])('no function of %s called %s is reached', async (object, name) => {
    const stage = await Stage.open({ grants: WRITES });
    expect(await stage.fail('call_function', { object, function: name })).toMatch(DENIED);
    expect(stage.source.calls).toEqual([]);
    expect(await stage.json('unreal://journal')).toMatchObject({ revision: 0, items: [] });
  });

  it.each([
    SETTINGS,
    SETTINGS.toUpperCase(),
    '/Script/PythonScriptPlugin.Default__PythonScriptPluginSettings',
    '/Script/Blutility.Default__EditorUtilitySubsystem',
    '/Engine/Transient.Queue:Job.MoviePipelineConsoleVariableSetting_0',
    '/Script/MovieRenderPipelineCore.Default__MoviePipelineCommandLineEncoderSettings',
  ])('no property of %s is set', async object => {
    const stage = await Stage.open({ grants: WRITES });
    const args = { object, property: 'bAny', value: true };
    expect(await stage.fail('set_property', args)).toMatch(DENIED);
    expect(stage.source.calls).toEqual([]);
    expect(await stage.json('unreal://journal')).toMatchObject({ revision: 0, items: [] });
  });

  it('no function gets such an argument', async () => {
    const stage = await Stage.open({ grants: WRITES });
    for (const args of [
      { Object: SETTINGS, PropertyName: 'bAny', Value: true },
      { List: [{ Object: `Class'${PYTHON.toLowerCase()}'` }] },
      { Map: { [SETTINGS]: 1 } },
    ]) {
      const call = { object: SYSTEM, function: 'SetBoolPropertyByName', arguments: args };
      expect(await stage.fail('call_function', call)).toMatch(DENIED);
    }
    expect(stage.source.calls).toEqual([]);
  });

  it.each([
    [DOOR, 'Open'],
    [DOOR, 'ServerExecuteDash'],
    ['/Game/Animals/BP_Python.Default__BP_Python_C', 'Hiss'],
    ['/Engine/PythonTypesetting.Font', 'Measure'],
    ['/Script/EditorScriptingUtilities.Default__EditorAssetLibrary', 'SaveAsset'],
    ['/Script/UnrealEd.Default__EditorActorSubsystem', 'SelectAll'],
    [SYSTEM, 'PrintString'],
  ])('functions that run no code are called: %s, %s', async (object, name) => {
    const stage = await Stage.open({ grants: WRITES });
    const args = { InString: 'Python, RemoteControl and settings of the console' };
    await stage.call('call_function', { object, function: name, arguments: args });
    expect(stage.source.called('function.call')).toEqual([{ object, function: name, arguments: args }]);
    await stage.call('set_property', { object, property: 'bAny', value: PYTHON });
    expect(stage.source.called('property.write')).toMatchObject([
      { object, property: 'bAny', value: PYTHON },
    ]);
  });

  it('a long argument that resembles a forbidden one reaches its function unchanged', async () => {
    const stage = await Stage.open({ grants: WRITES });
    const text = ['remotecontrol', '/script/', '.toolmen', 'launchexternal'].map(part => part.repeat(20_000));
    const say = { object: DOOR, function: 'Say', arguments: { text } };
    await stage.call('call_function', say);
    expect(stage.source.called('function.call')).toEqual([say]);
  });
});

describe('with eval', () => {
  it('all of it is executed and recorded', async () => {
    const stage = await Stage.open({ grants: EVAL });
    const command = { object: SYSTEM, function: 'ExecuteConsoleCommand', arguments: { Command: 'stat fps' } };
    const python = { object: PYTHON, function: 'ExecutePythonCommand' };
    const setting = { object: SETTINGS, property: 'bAny', value: true };
    await stage.call('call_function', command);
    await stage.call('call_function', python);
    await stage.call('set_property', setting);
    expect(stage.source.called('function.call')).toMatchObject([command, python]);
    expect(stage.source.called('property.write')).toMatchObject([setting]);
    expect(await stage.json('unreal://journal')).toMatchObject({
      revision: 6,
      items: [{ arguments: setting }, { arguments: python }, { arguments: command }],
    });
  });

  it('nothing is written on a read-only server', async () => {
    const stage = await Stage.open({ grants: { ...EVAL, readOnly: true } });
    expect(await stage.fail('call_function', { object: PYTHON, function: 'X' })).toMatch(/--read-only/);
    const setting = { object: SETTINGS, property: 'bAny', value: true };
    expect(await stage.fail('set_property', setting)).toMatch(/--read-only/);
    expect(stage.source.calls).toEqual([]);
  });
});
