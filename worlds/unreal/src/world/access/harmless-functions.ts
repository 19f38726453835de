/** Functions of native libraries and subsystems that run no code, load nothing, write no file and open no program. */
export const HARMLESS_FUNCTIONS: Readonly<Record<string, readonly string[] | 'all'>> = {
  '/Script/Engine.KismetMathLibrary': 'all',
  '/Script/Engine.KismetStringLibrary': 'all',
  '/Script/Engine.KismetSystemLibrary': [
    'DrawDebugArrow',
    'DrawDebugBox',
    'DrawDebugLine',
    'DrawDebugPoint',
    'DrawDebugSphere',
    'DrawDebugString',
    'FlushDebugStrings',
    'FlushPersistentDebugLines',
    'GetClassDisplayName',
    'GetDisplayName',
    'GetEngineVersion',
    'GetFrameCount',
    'GetGameName',
    'GetGameTimeInSeconds',
    'GetObjectName',
    'GetPathName',
    'IsValid',
    'LineTraceSingle',
    'PrintString',
    'PrintText',
    'PrintWarning',
    'SphereOverlapActors',
    'SphereTraceSingle',
  ],
  '/Script/Engine.GameplayStatics': [
    'GetActorArrayAverageLocation',
    'GetActorArrayBounds',
    'GetActorOfClass',
    'GetAllActorsOfClass',
    'GetAllActorsOfClassWithTag',
    'GetAllActorsWithInterface',
    'GetAllActorsWithTag',
    'GetCurrentLevelName',
    'GetGameInstance',
    'GetGameMode',
    'GetGameState',
    'GetGlobalTimeDilation',
    'GetPlayerCharacter',
    'GetPlayerController',
    'GetPlayerPawn',
    'GetTimeSeconds',
    'IsGamePaused',
    'PlaySound2D',
    'PlaySoundAtLocation',
    'SetGamePaused',
    'SetGlobalTimeDilation',
    'SpawnEmitterAtLocation',
  ],
  '/Script/Engine.KismetMaterialLibrary': [
    'GetScalarParameterValue',
    'GetVectorParameterValue',
    'SetScalarParameterValue',
    'SetVectorParameterValue',
  ],
  '/Script/UnrealEd.EditorActorSubsystem': [
    'ClearActorSelectionSet',
    'DestroyActor',
    'DestroyActors',
    'DuplicateActor',
    'DuplicateActors',
    'GetActorReference',
    'GetAllLevelActors',
    'GetAllLevelActorsComponents',
    'GetSelectedLevelActors',
    'InvertSelection',
    'SelectAll',
    'SelectNothing',
    'SetActorSelectionState',
    'SetActorTransform',
    'SetComponentTransform',
    'SetSelectedLevelActors',
    'SpawnActorFromClass',
    'SpawnActorFromObject',
  ],
  '/Script/EditorScriptingUtilities.EditorLevelLibrary': [
    'ClearActorSelectionSet',
    'DestroyActor',
    'GetActorReference',
    'GetAllLevelActors',
    'GetAllLevelActorsComponents',
    'GetEditorWorld',
    'GetGameWorld',
    'GetLevelViewportCameraInfo',
    'GetSelectedLevelActors',
    'SelectNothing',
    'SetActorSelectionState',
    'SetLevelViewportCameraInfo',
    'SetSelectedLevelActors',
    'SpawnActorFromClass',
    'SpawnActorFromObject',
  ],
  '/Script/UnrealEd.UnrealEditorSubsystem': [
    'GetEditorWorld',
    'GetGameWorld',
    'GetLevelViewportCameraInfo',
    'SetLevelViewportCameraInfo',
  ],
  '/Script/LevelEditor.LevelEditorSubsystem': [
    'EditorGetGameView',
    'EditorInvalidateViewports',
    'EditorSetGameView',
    'EjectPilotLevelActor',
    'GetActiveViewportConfigKey',
    'GetCurrentLevel',
    'GetPilotLevelActor',
    'GetViewportConfigKeys',
    'IsInPlayInEditor',
    'PilotLevelActor',
  ],
  '/Script/UnrealEd.EditorAssetSubsystem': [
    'DoAssetsExist',
    'DoesAssetExist',
    'DoesDirectoryContainAssets',
    'DoesDirectoryExist',
    'FindAssetData',
    'FindPackageReferencersForAsset',
    'GetMetadataTag',
    'GetMetadataTagValues',
    'GetPathNameForLoadedAsset',
    'GetTagValues',
    'ListAssetByTagValue',
    'ListAssets',
  ],
  '/Script/EditorScriptingUtilities.EditorAssetLibrary': [
    'DoAssetsExist',
    'DoesAssetExist',
    'DoesDirectoryExist',
    'DoesDirectoryHaveAssets',
    'FindAssetData',
    'FindPackageReferencersForAsset',
    'GetMetadataTag',
    'GetMetadataTagValues',
    'GetPathNameForLoadedAsset',
    'GetTagValues',
    'ListAssetByTagValue',
    'ListAssets',
  ],
  '/Script/MaterialEditor.MaterialEditingLibrary': [
    'GetMaterialDefaultScalarParameterValue',
    'GetMaterialDefaultVectorParameterValue',
    'GetMaterialInstanceScalarParameterValue',
    'GetMaterialInstanceTextureParameterValue',
    'GetMaterialInstanceVectorParameterValue',
    'GetScalarParameterNames',
    'GetTextureParameterNames',
    'GetVectorParameterNames',
    'SetMaterialInstanceScalarParameterValue',
    'SetMaterialInstanceStaticSwitchParameterValue',
    'SetMaterialInstanceTextureParameterValue',
    'SetMaterialInstanceVectorParameterValue',
    'UpdateMaterialInstance',
  ],
};

/**
 * Of assets: functions that read, and those that set a parameter. The engine ignores case, so that a name does not tell where its first
 * word ends: other words that begin like these are listed, and so is what a function that reads does not do.
 */
const OF_ASSETS = /^(k2_)?(get|is|has|can)[^\r\n]*$/i;
const OTHER_WORDS = /^(k2_)?(is(sue|olat)|hash|can(cel|onical))/i;
const ACTS = /command|exec|run|script|shell|process|launch|write|save|delete|import|export|compile/i;
const PARAMETERS: ReadonlySet<string> = new Set([
  'setscalarparametervalue',
  'setvectorparametervalue',
  'settextureparametervalue',
  'setscalarparametervalueeditoronly',
  'setvectorparametervalueeditoronly',
  'settextureparametervalueeditoronly',
]);

const BY_CLASS: ReadonlyMap<string, ReadonlySet<string> | 'all'> = new Map(
  Object.entries(HARMLESS_FUNCTIONS).map(([path, names]) => [
    path.toLowerCase(),
    names === 'all' ? names : new Set(names.map(name => name.toLowerCase())),
  ]),
);

/** `nativeClass` is in lower case, as `objectKind` reads it. */
export function isHarmlessOfNative(nativeClass: string, name: string): boolean {
  const known = BY_CLASS.get(nativeClass);
  return known === 'all' || known?.has(name.toLowerCase()) === true;
}

export function isHarmlessOfAsset(name: string): boolean {
  const reads = OF_ASSETS.test(name) && !OTHER_WORDS.test(name) && !ACTS.test(name);
  return reads || PARAMETERS.has(name.toLowerCase());
}
