import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DOOR, Stage } from '../stage.test.js';

const WRITER = { principal: 'wanda', rights: ['unreal:write'] };
const CODER = { principal: 'eve', rights: ['unreal:eval'] };
const SYSTEM = '/Script/Engine.Default__KismetSystemLibrary';
const PYTHON = '/Script/PythonScriptPlugin.Default__PythonScriptLibrary';
const SETTINGS = '/Script/RemoteControlCommon.Default__RemoteControlSettings';
const ASSETS = '/Script/EditorScriptingUtilities.Default__EditorAssetLibrary';
const LEVEL = '/Game/Maps/Hall.Hall:PersistentLevel';
const NEEDS_EVAL = 'needs the right unreal:eval, which wanda does not have';

/** Calls that execute code, load libraries, write files or open programs. */
const CALLED: readonly (readonly [object: string, name: string])[] = [
  // The library of Python in all spellings.
  [PYTHON, 'ExecutePythonCommand'],
  [PYTHON, 'IsPythonAvailable'],
  [`PythonScriptLibrary'${PYTHON}'`, 'ExecutePythonCommandEx'],
  [`PythonScriptLibrary'"${PYTHON}"'`, 'ExecutePythonCommandEx'],
  [`/Script/CoreUObject.Class'${PYTHON}'`, 'ExecutePythonCommandEx'],
  [` ${PYTHON}\u00a0`, 'ExecutePythonCommand'],
  [`Object'${PYTHON} '`, 'ExecutePythonCommand'],
  [PYTHON.slice(1), 'ExecutePythonCommand'],
  [PYTHON.toUpperCase(), 'EXECUTEPYTHONCOMMAND'],
  [PYTHON.replace('/Script', '/\uff33cript'), 'ExecutePythonCommand'],
  [PYTHON.replace('/Script', '/\u017fcript'), 'ExecutePythonCommand'],
  [PYTHON.replace('/Script', '/Scr\u200bipt'), 'ExecutePythonCommand'],
  ['/Script/PythonScriptPlugin.PythonScriptLibrary', 'ExecutePythonCommand'],
  ['/Script/PythonScriptPlugin:Default__PythonScriptLibrary', 'ExecutePythonCommand'],
  ['/Script/PythonScriptPlugin.Default__PythonScriptLibrary:Sub', 'ExecutePythonCommand'],
  ['/Engine/Transient.PythonScriptLibrary_0', 'ExecutePythonCommand'],
  ['/Engine/PythonTypes.Default__MyTool', 'Go'],
  ['/engine/pythontypes/sub.Tool', 'Go'],
  // The console.
  [SYSTEM, 'ExecuteConsoleCommand'],
  [SYSTEM, 'executeconsolecommand'],
  [SYSTEM, 'K2_ExecuteConsoleCommand'],
  [SYSTEM, 'Execute Console Command'],
  [SYSTEM, 'LaunchURL'],
  [SYSTEM, 'LaunchExternalUrl'],
  [SYSTEM, 'CollectGarbage'],
  [SYSTEM, 'QuitGame'],
  [SYSTEM, 'QuitEditor'],
  [SYSTEM, 'K2_SetTimer'],
  [SYSTEM, 'SetBoolPropertyByName'],
  [SYSTEM, 'GetConsoleVariableIntValue'],
  [SYSTEM, 'NoSuchFunction'],
  [DOOR, 'ExecuteConsoleCommand'],
  [DOOR, 'ConsoleCommand'],
  [DOOR, 'Console\u00adCommand'],
  [DOOR, '\uff23onsoleCommand'],
  [DOOR, 'SendToConsole'],
  [DOOR, 'ServerExecRPC'],
  [DOOR, 'ExecutePythonCommandEx'],
  [DOOR, 'K2_executePYTHONscript'],
  [DOOR, 'ExecuteUbergraph_BP_Door'],
  [DOOR, 'ExecuteJavascript'],
  [DOOR, 'SaveGameToSlot'],
  [DOOR, 'SaveStringArrayToFile'],
  [DOOR, 'Export Text To Disk'],
  [DOOR, 'DumpTableToCSV'],
  [DOOR, 'OpenProcess'],
  [DOOR, 'RunExecutable'],
  [DOOR, 'LoadDLL'],
  [DOOR, 'RunLua'],
  [DOOR, 'DoString'],
  [DOOR, 'DownloadFile'],
  [DOOR, 'ExecCommand'],
  [DOOR, 'Exec Cmd'],
  [DOOR, 'RunShell'],
  [DOOR, 'LaunchApp'],
  [DOOR, 'EvaluatePython'],
  [DOOR, 'WriteTextFile'],
  [DOOR, 'ExportFile'],
  ['/Game/Doors/DA_Door', 'IssueCommand'],
  ['/Game/Doors/DA_Door', 'IsSueOrder'],
  ['/Game/Doors/DA_Door', 'HashExecute'],
  ['/Game/Doors/DA_Door', 'CancelAll'],
  ['/Game/Doors/DA_Door', 'GetAndRunAll'],
  // A verb and a thing anywhere in a name.
  [DOOR, 'ExecPython'],
  [DOOR, 'PythonExec'],
  [DOOR, 'RunPy'],
  [DOOR, 'ExecConsole'],
  [DOOR, 'ConsoleCmd'],
  [DOOR, 'SendConsoleCmd'],
  [DOOR, 'PowerShell'],
  [DOOR, 'InvokeCommand'],
  [DOOR, 'EvalScript'],
  [DOOR, 'RunJS'],
  [DOOR, 'Process_Start'],
  [DOOR, 'LoadDynamicLibrary'],
  [DOOR, 'LoadPackage'],
  [DOOR, 'LoadPak'],
  [DOOR, 'OpenFile'],
  [DOOR, 'SaveScreenshot'],
  [DOOR, 'ExportTexture2D'],
  [DOOR, 'ExportRenderTarget'],
  [DOOR, 'ExportToPNG'],
  [DOOR, 'ClientTravel'],
  [DOOR, 'InvokePythonTool'],
  [DOOR, 'CallPythonMethod'],
  [DOOR, 'ExecuteAllScripts'],
  [DOOR, 'RemoveFile'],
  [DOOR, 'TakeScreenshot'],
  [`${LEVEL}.PlayerController_0.BP_Cheats_C_0`, 'BugIt'],
  [`${DOOR}.WebBrowser_0`, 'Reload'],
  [`${LEVEL}.PlayerController_0.CheatManager_0`, 'God'],
  [`${LEVEL}.PlayerController_0.EnhancedPlayerInput_0`, 'ClearSmoothing'],
  // Libraries and subsystems that are not known to be harmless.
  [SETTINGS, 'Anything'],
  ['/Script/WebRemoteControl.Default__WebRemoteControlSettings', 'Anything'],
  ['/Script/RemoteControl.Default__RemoteControlFunctionLibrary', 'ApplyColorWheelDelta'],
  ['/Script/Blutility.Default__EditorUtilitySubsystem', 'TryRun'],
  ['/Script/Blutility.Default__EditorUtilityLibrary', 'RenameAsset'],
  ['/Engine/Transient.UnrealEdEngine_0:EditorUtilitySubsystem_0', 'TryRun'],
  ['/Engine/Transient.UnrealEdEngine_0', 'Anything'],
  ['/Script/ToolMenus.Default__ToolMenus', 'AddMenuEntry'],
  ['/Script/ConsoleVariablesEditorRuntime.Default__Library', 'SetConsoleVariableByName_Int'],
  ['/Script/BlueprintFileUtils.Default__BlueprintFileUtilsBPLibrary', 'CopyFile'],
  ['/Script/AssetTools.Default__AssetToolsHelpers', 'GetAssetTools'],
  [ASSETS, 'SaveAsset'],
  [ASSETS, 'DeleteAsset'],
  [ASSETS, 'DeleteDirectory'],
  ['/Script/UnrealEd.Default__EditorAssetSubsystem', 'DeleteLoadedAsset'],
  ['/Script/EditorScriptingUtilities.Default__EditorLevelLibrary', 'SaveCurrentLevel'],
  ['/Script/LevelEditor.Default__LevelEditorSubsystem', 'SaveAllDirtyLevels'],
  ['/Script/UnrealEd.Default__EditorLoadingAndSavingUtils', 'SaveDirtyPackages'],
  ['/Script/Engine.Default__GameplayStatics', 'SaveGameToSlot'],
  ['/Script/Engine.Default__GameplayStatics', 'DeleteGameInSlot'],
  ['/Script/Engine.Default__GameplayStatics', 'OpenLevel'],
  ['/Script/Engine.Default__KismetRenderingLibrary', 'ExportRenderTarget'],
  ['/Script/Engine.Default__AsyncActionLoadPrimaryAsset', 'AsyncLoadPrimaryAsset'],
  ['/Script/MovieRenderPipelineEditor.Default__MoviePipelineQueueSubsystem', 'RenderQueueWithExecutor'],
  ['/Script/WebBrowserWidget.Default__WebBrowser', 'LoadURL'],
  ['/Script/MyGame.Default__SomeLibrary', 'Harmless'],
  ['/Script/Engine.Default__KismetMathLibrary_0', 'Abs'],
  ['/Script/Engine.KismetMathLibrary', 'Abs'],
  ['/Script/Other.Default__KismetMathLibrary', 'Abs'],
  // Blueprints: libraries, classes, utilities, scripts.
  ['/Game/Tools/BPL_Tools.Default__BPL_Tools_C', 'Hiss'],
  ['/Game/Tools/BPL_Tools.BPL_Tools_C', 'Hiss'],
  ['/Game/Tools/BPL_Tools.default__bpl_tools_c', 'Hiss'],
  ['/Game/Tools/EUW_Tool.EUW_Tool', 'Run'],
  [`${LEVEL}.Hall`, 'Anything'],
  [`${LEVEL}.HALL.EventGraph`, 'Anything'],
  ['/Game/Doors/BP_Door.BP_Door:EventGraph.K2Node_CallFunction_0', 'Anything'],
  ['/Game/Render/Queue.Queue:MoviePipelineExecutorJob_0', 'SetConfiguration'],
];

/** Properties of what executes. */
const SET: readonly (readonly [object: string, property: string])[] = [
  ['/Game/Tools/EUW_Tool.Default__EUW_Tool_C', 'bAutoRunDefaultAction'],
  [DOOR, 'ExecCommands'],
  [DOOR, 'ExportPath'],
  [SETTINGS, 'bEnableRemotePythonExecution'],
  [SETTINGS.toUpperCase(), 'Passphrases'],
  [`Object'${SETTINGS}'`, 'AllowedOrigin'],
  [SETTINGS.slice(1), 'bRestrictServerAccess'],
  [SETTINGS.replace('/Script', '/Scr\u200bipt'), 'bAny'],
  [SETTINGS.replace('/Script', '/\uff33cript'), 'bAny'],
  [SETTINGS.replace('/Script', '/\u017fcript'), 'bAny'],
  ['/Script/PythonScriptPlugin.Default__PythonScriptPluginSettings', 'StartupScripts'],
  ['/Script/PythonScriptPlugin.Default__PythonScriptPluginSettings', 'AdditionalPaths'],
  ['/Script/PythonScriptPlugin.Default__PythonScriptPluginSettings', 'bRemoteExecution'],
  ['/Script/UnrealEd.Default__EditorPerProjectUserSettings', 'bAny'],
  ['/Script/UnrealEd.Default__CookCommandlet', 'HelpUsage'],
  ['/Script/Engine.Default__Console', 'HistoryBuffer'],
  ['/Script/Engine.Default__RendererSettings', 'bAny'],
  ['/Script/Blutility.Default__EditorUtilitySubsystem', 'StartupObjects'],
  ['/Engine/Transient.GameUserSettings_0', 'bAny'],
  ['/Engine/Transient.Queue:Job.MoviePipelineConsoleVariableSetting_0', 'ConsoleVariables'],
  ['/Engine/PythonTypes.Default__MyTool', 'Speed'],
  ['/Game/Render/Queue.Queue:Job_0.MoviePipelineOutputSetting_0', 'FileNameFormat'],
  ['/Game/Doors/BP_Door.BP_Door:EventGraph.K2Node_CallFunction_0', 'FunctionReference'],
  ['/Game/Doors/BP_Door.BP_Door:Open.Anything_3', 'Pins'],
  ['/Game/Doors/BP_Door.BP_Door', 'UbergraphPages'],
  ['/Game/Doors/BP_Door.BP_Door', 'ParentClass'],
  ['/Game/Doors/BP_Door.BP_Door_C', 'bAny'],
  ['/Game/Doors/M_Wood.M_Wood:MaterialExpressionCustom_0', 'Code'],
  [`${LEVEL}.Hall.EventGraph.K2Node_Event_0`, 'CustomFunctionName'],
  [`${LEVEL}.Hall`, 'bAny'],
  [`${LEVEL}.PlayerController_0.PlayerInput_0`, 'AxisConfig'],
  [DOOR, 'DebugExecBindings'],
  [DOOR, 'StartupScript'],
  [DOOR, 'console_command'],
  [DOOR, 'ConsoleCmd'],
  [DOOR, 'DllPath'],
  [DOOR, 'OutputFile'],
  ['/Game/Tools/EU_Tool.Default__EU_Tool_C', 'bRunEditorUtilityOnStartup'],
  ['/Game/Tools/CVars.CVars', 'SavedCommands'],
  [DOOR, 'LuaCode'],
  [DOOR, 'PythonModule'],
  [DOOR, 'ScriptPath'],
];

/** Arguments and values that lead an everyday call to what executes. */
const ARGUMENTS: readonly object[] = [
  { Object: SETTINGS, PropertyName: 'bAny', Value: true },
  { List: [{ Object: `Class'${PYTHON.toLowerCase()}'` }] },
  { Map: { [SETTINGS]: 1 } },
  { Class: '/Script/Blutility.EditorUtilityActor' },
  { Class: '/Engine/PythonTypes.Robot' },
  { FunctionName: 'ExecuteConsoleCommand' },
  // Delegates as text.
  { OnOpen: `(${LEVEL}.PlayerController_0.ConsoleCommand)` },
  { OnOpen: '(PlayerController_0.\uff23onsoleCommand,Door_1.Open)' },
  { OnOpen: `(Object="${DOOR}",FunctionName="LaunchURL")` },
  { Class: '/\uff33cript/Blutility.EditorUtilityActor' },
  { FunctionName: 'ServerExecRPC' },
  { MethodName: 'LoadLibrary' },
  // A struct is another way to set its members.
  { StartupScript: 'quit' },
  { Output: { OutputDirectory: { Path: '/etc' } } },
  { Tools: [{ ExecutablePath: '/bin/sh' }] },
  { Settings: '(StartupScript="quit",OutputDirectory="y")' },
  { Settings: '(Speed=1, Command_Line = "-x")' },
  { Settings: '(Speed=1,StartupScripts(0)="quit",OutputPath[1] = "y")' },
  // More than is searched.
  { Text: '\u00e9'.repeat(200_000) },
  { PropertyName: 'StartupScript' },
];

/** What everyday work calls, with the right to write alone. */
const EVERYDAY: readonly (readonly [object: string, name: string])[] = [
  [DOOR, 'Open'],
  [DOOR, 'ServerExecuteDash'],
  [DOOR, 'K2_SetActorLocation'],
  [DOOR, 'SetActorHiddenInGame'],
  [DOOR, 'LaunchCharacter'],
  [DOOR, 'TurnPyramid'],
  [DOOR, 'StartPostProcessFade'],
  [DOOR, 'SpawnShellCasing'],
  [DOOR, 'OpenDialog'],
  [DOOR, 'RerunConstructionScripts'],
  [DOOR, 'LoadProfile'],
  [`${DOOR}.Mesh`, 'SetCollisionProfileName'],
  [`${DOOR}.Mesh`, 'CreateDynamicMaterialInstance'],
  [`${DOOR}.Mesh`, 'CreateProceduralMesh'],
  [`${DOOR}.Mesh`, 'MoveComponentTo'],
  [DOOR, 'RunAway'],
  [DOOR, 'SendMessage'],
  [DOOR, 'ResetBindings'],
  [DOOR, '\u6253\u5f00'],
  [`${DOOR}.Mesh`, 'SetMaterial'],
  [`${LEVEL}.Hall_C_0`, 'StartNight'],
  [`${LEVEL}.WorldSettings`, 'GetActorLabel'],
  [`${LEVEL}.BP_Python_C_1`, 'Hiss'],
  [`${LEVEL}.BP_RedGraph_C_1`, 'Draw'],
  ['/Game/Maps/UEDPIE_0_Hall.Hall:PersistentLevel.Door_1', 'Open'],
  ['/Game/Doors/DA_Door', 'IsOpen'],
  ['/Game/Doors/MI_Wood', 'GetScalarParameterValue'],
  ['/Game/Doors/MI_Wood', 'SetScalarParameterValueEditorOnly'],
  [SYSTEM, 'PrintString'],
  ['/Script/Engine.Default__KismetMathLibrary', 'Abs'],
  ['/Script/UnrealEd.Default__EditorActorSubsystem', 'SelectAll'],
  [ASSETS, 'ListAssets'],
];
const EVERYDAY_SET: readonly (readonly [object: string, property: string])[] = [
  [DOOR, 'OpenAngle'],
  [DOOR, 'Passphrase'],
  [DOOR, 'Code'],
  [DOOR, 'bActivateOnStartup'],
  [`${DOOR}.Mesh`, 'RelativeLocation.X'],
  [`${LEVEL}.WorldSettings`, 'DefaultGameMode'],
  ['/Game/Doors/M_Wood', 'TwoSided'],
  ['/Game/Doors/M_Wood.M_Wood:MaterialExpressionScalarParameter_0', 'DefaultValue'],
  ['/Game/Doors/BP_Door.Default__BP_Door_C', 'OpenAngle'],
  ['/Game/Doors/BP_Door.BP_Door_C:Mesh_GEN_VARIABLE', 'bVisible'],
  ['/Game/UI/WBP_Menu.WBP_Menu:WidgetTree.TextBlock_1', 'Text'],
];

async function opened(): Promise<Stage> {
  return Stage.open({ grants: { writes: true, eval: true } });
}

async function refused(stage: Stage, name: string, args: object): Promise<void> {
  expect(await stage.fail(name, args, WRITER)).toContain(NEEDS_EVAL);
  expect(stage.audited.at(-1)).toMatchObject({ tool: name, access: 'danger', outcome: 'denied' });
  expect(stage.source.calls).toEqual([]);
  expect(await stage.json('unreal://journal')).toMatchObject({ revision: 0, items: [] });
}

describe('a principal that may only write', () => {
  it.each(CALLED)('calls no function that reaches code: %s, %s', async (object, name) => {
    const stage = await opened();
    await refused(stage, 'call_function', { object, function: name });
    await refused(stage, 'call_function', { object, function: name, dryRun: true });
  });

  it.each(['toLowerCase', 'toUpperCase'] as const)(
    'calls none of them in another case: %s',
    async spelling => {
      const stage = await opened();
      for (const [object, name] of CALLED)
        await refused(stage, 'call_function', { object, function: name[spelling]() });
    },
  );

  it.each(SET)('sets no property that reaches code: %s, %s', async (object, property) => {
    await refused(await opened(), 'set_property', { object, property, value: true });
  });

  it('gives no function and no property an object or a function that runs code', async () => {
    const stage = await opened();
    for (const value of ARGUMENTS) {
      await refused(stage, 'call_function', { object: DOOR, function: 'Use', arguments: value });
      await refused(stage, 'set_property', { object: DOOR, property: 'Target', value });
    }
    const spawn = { ActorClass: '/Script/Blutility.EditorUtilityActor' };
    const actors = '/Script/UnrealEd.Default__EditorActorSubsystem';
    await refused(stage, 'call_function', {
      object: actors,
      function: 'SpawnActorFromClass',
      arguments: spawn,
    });
  });

  it.each([
    '/Engine/PythonTypes.Robot',
    "Class'/engine/pythontypes.Robot'",
    '/Engine/PythonTypes',
    '/Script/PythonScriptPlugin.PythonActor',
    '/SCRIPT/Blutility.EditorUtilityActor',
    '/Engine/Transient.Made_C',
  ])('spawns no actor whose class runs code: %s', async name => {
    await refused(await opened(), 'spawn_actor', { class: name });
  });

  it.each(EVERYDAY)('calls functions of everyday work: %s, %s', async (object, name) => {
    const stage = await opened();
    const args = { InString: 'Python, JavaScript. To console: RemoteControl and settings (of the console)' };
    await stage.call('call_function', { object, function: name, arguments: args }, WRITER);
    expect(stage.audited.at(-1)).toMatchObject({ access: 'write', outcome: 'done' });
    expect(stage.source.called('function.call')).toMatchObject([{ function: name, arguments: args }]);
  });

  it.each(EVERYDAY_SET)('sets properties of everyday work: %s, %s', async (object, property) => {
    const stage = await opened();
    await stage.call('set_property', { object, property, value: 'Save the game, please' }, WRITER);
    expect(stage.audited.at(-1)).toMatchObject({ access: 'write', outcome: 'done' });
  });

  it.each(['PointLight', '/Script/Engine.PlayerController', '/Game/Doors/BP_Door'])(
    'spawns actors of everyday work: %s',
    async name => {
      const stage = await opened();
      await stage.call('spawn_actor', { class: name }, WRITER);
      expect(stage.audited.at(-1)).toMatchObject({ access: 'write', outcome: 'done' });
    },
  );

  it('gives a function a long text that resembles a reference to code, unchanged', async () => {
    const stage = await opened();
    const text = ['remotecontrol', '/script/', '.toolmen', 'launchexternal'].map(part => part.repeat(20_000));
    const say = { object: DOOR, function: 'Say', arguments: { text } };
    await stage.call('call_function', say, WRITER);
    expect(stage.source.called('function.call')).toEqual([say]);
  });

  it('does not wait for a text that sets many members: it is normalized once', async () => {
    const stage = await opened();
    const normalize = vi.spyOn(String.prototype, 'normalize');
    onTestFinished(() => normalize.mockRestore());
    const counts: number[] = [];
    for (const members of [10, 10_000]) {
      const text = `\u00e9 ${'a=1,'.repeat(members)}`;
      normalize.mockClear();
      await stage.call('call_function', { object: DOOR, function: 'Say', arguments: { text } }, WRITER);
      counts.push(normalize.mock.calls.length);
    }
    expect(counts[1]).toBe(counts[0]);
  });

  it('gets the error of invalid arguments, and not one of rights', async () => {
    const stage = await opened();
    const args = { object: '/Script/../x', property: 'bAny', value: 1 };
    expect(await stage.fail('set_property', args, WRITER)).toMatch(/^InvalidArgument/);
  });
});

describe('a call that runs code', () => {
  const command = { object: SYSTEM, function: 'ExecuteConsoleCommand', arguments: { Command: 'stat fps' } };
  const setting = { object: SETTINGS, property: 'bAny', value: true };

  it('is done and recorded for a principal with the right to run code', async () => {
    const stage = await opened();
    await stage.call('call_function', command, CODER);
    await stage.call('set_property', setting, CODER);
    expect(stage.audited.map(({ access, outcome }) => [access, outcome])).toEqual([
      ['danger', 'done'],
      ['danger', 'done'],
    ]);
    expect(await stage.json('unreal://journal')).toMatchObject({
      items: [{ arguments: setting }, { arguments: command }],
    });
  });

  it.each([
    [{ writes: true }, '--allow eval'],
    [{ writes: true, eval: true, readOnly: true }, '--read-only'],
  ])('is refused to every principal below the ceiling of %j', async (grants, flag) => {
    const stage = await Stage.open({ grants });
    expect(await stage.fail('call_function', command, CODER)).toContain(flag);
    expect(await stage.fail('set_property', setting, CODER)).toContain(flag);
    expect(stage.source.calls).toEqual([]);
  });
});
