/** Object versions at which the format of UE 4 changed, under the first release that writes them. */
export const UE4 = {
  // UE 4.3
  EDITOR_GAME_FLAG: 365,
  TEXT_HISTORY: 368,
  // UE 4.4
  SOFT_PACKAGE_REFERENCES: 384,
  // UE 4.8
  STRUCT_GUID_IN_TAG: 441,
  COMPATIBLE_ENGINE: 444,
  // UE 4.9
  CONST_PINS: 456,
  TEXT_IN_PACKAGES: 459,
  IMPORT_DATA_AS_TEXT: 464,
  // UE 4.11
  ASSET_FLAG: 485,
  // UE 4.12
  INNER_ARRAY_TAG: 500,
  PROPERTY_GUID_IN_TAG: 503,
  NAME_HASHES: 504,
  // UE 4.14
  PRELOAD_DEPENDENCIES: 507,
  TEMPLATE_INDEX: 508,
  // UE 4.15
  SET_AND_MAP_TAGS: 509,
  SEARCHABLE_NAMES: 510,
  // UE 4.16
  LONG_EXPORT_SIZES: 511,
  // UE 4.18
  SOFT_OBJECT_PATH: 514,
  // UE 4.19
  LOCALIZATION_ID: 516,
  // UE 4.24
  PACKAGE_OWNER: 518,
  // UE 4.27
  IMPORT_PACKAGE_NAME: 520,
  REGISTRY_DEPENDENCY_FLAGS: 521,
} as const;

/** Object versions at which the format of UE 5 changed, under the first release that writes them. */
export const UE5 = {
  // UE 5.0
  NAMES_OF_EXPORT_DATA: 1001,
  PAYLOAD_TABLE: 1002,
  OPTIONAL_RESOURCES: 1003,
  LARGE_COORDINATES: 1004,
  // UE 5.1
  NO_EXPORT_GUID: 1005,
  INHERITED_EXPORTS: 1006,
  ASSET_PATH_PAIR: 1007,
  SOFT_OBJECT_PATH_LIST: 1008,
  // UE 5.2
  DATA_RESOURCES: 1009,
  // UE 5.4
  SCRIPT_OFFSETS: 1010,
  TAG_EXTENSION: 1011,
  COMPLETE_TYPE_NAME: 1012,
  // UE 5.6
  METADATA_OFFSET: 1014,
  VERSE_CELLS: 1015,
  SAVED_HASH: 1016,
  // UE 5.7
  IMPORT_TYPE_HIERARCHIES: 1018,
} as const;

/** UE 5.7. */
export const NEWEST_UE5 = UE5.IMPORT_TYPE_HIERARCHIES;

/** Ids of the custom versions of subsystems. */
export const CUSTOM = {
  animation: '29E575DDE0A346279D10D276232CDCEA',
  core: '375EC13C06E448FBB50084F0262A717E',
  editor: 'E4B068EDF49442E9A231DA0B2E46BB41',
  framework: 'CFFC743F43B04480939114DF171D2073',
  blueprints: 'B0D832E41F894F0DACCF7EB736FD4AA2',
  release: '9C54D522A8264FBE9421074661B482D0',
  ue5Release: 'D89B5E4224BD4D468412ACA8DF641779',
  ue5Main: '697DD581E64F41ABAA4A51ECBEB7B628',
  fortniteMain: '601D1886AC644F84AA16D3DE0DEAC7D6',
  sequencer: '7B5AE74CD2704C10A95857980B212A5A',
  niagara: 'FCF57AFA50764283B9A9E658FFA02D32',
  propertyBag: '134A157ED5E249A38D4E843C98FE9E31',
  overridableBag: '5426C2274B3145B29B9BED1F327FB126',
  instancedStruct: 'E21E1CAAAF47425E89BF6AD44C44A8BB',
} as const;

/** The versions and flags that determine the binary layout of a package. */
export interface Layout {
  readonly ue4: number;
  readonly ue5: number;
  readonly littleEndian: boolean;
  readonly filtered: boolean;
  /** Properties are written without tags, in the order of their class. */
  readonly untagged: boolean;
  /** Version of the engine that saved the package: 508 for UE 5.8; 0 where it is unknown. */
  readonly engine: number;
  custom(id: string): number;
}
