/** Object versions of UE 4 from which on something is written differently. */
export const UE4 = {
  EDITOR_GAME_FLAG: 365,
  SOFT_PACKAGE_REFERENCES: 384,
  STRUCT_GUID_IN_TAG: 441,
  COMPATIBLE_ENGINE: 444,
  CONST_PINS: 456,
  TEXT_IN_PACKAGES: 459,
  IMPORT_DATA_AS_TEXT: 464,
  ASSET_FLAG: 485,
  INNER_ARRAY_TAG: 500,
  PROPERTY_GUID_IN_TAG: 503,
  NAME_HASHES: 504,
  PRELOAD_DEPENDENCIES: 507,
  TEMPLATE_INDEX: 508,
  SET_AND_MAP_TAGS: 509,
  SEARCHABLE_NAMES: 510,
  LONG_EXPORT_SIZES: 511,
  SOFT_OBJECT_PATH: 514,
  LOCALIZATION_ID: 516,
  PACKAGE_OWNER: 518,
  IMPORT_PACKAGE_NAME: 520,
  REGISTRY_DEPENDENCY_FLAGS: 521,
} as const;

/** The same of UE 5. */
export const UE5 = {
  NAMES_OF_EXPORT_DATA: 1001,
  PAYLOAD_TABLE: 1002,
  OPTIONAL_RESOURCES: 1003,
  LARGE_COORDINATES: 1004,
  NO_EXPORT_GUID: 1005,
  INHERITED_EXPORTS: 1006,
  ASSET_PATH_PAIR: 1007,
  SOFT_OBJECT_PATH_LIST: 1008,
  DATA_RESOURCES: 1009,
  SCRIPT_OFFSETS: 1010,
  TAG_EXTENSION: 1011,
  COMPLETE_TYPE_NAME: 1012,
  METADATA_OFFSET: 1014,
  VERSE_CELLS: 1015,
  SAVED_HASH: 1016,
  IMPORT_TYPE_HIERARCHIES: 1018,
} as const;

export const NEWEST_UE5 = UE5.IMPORT_TYPE_HIERARCHIES;

/** Versions of single subsystems, by the id that the summary keeps them under. */
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
  instancedStruct: 'E21E1CAAAF47425E89BF6AD44C44A8BB',
} as const;

/** What decides how the bytes of a package are laid out. */
export interface Layout {
  readonly ue4: number;
  readonly ue5: number;
  readonly littleEndian: boolean;
  readonly filtered: boolean;
  /** Properties without tags: only their class says what they are. */
  readonly untagged: boolean;
  /** Major and minor of the engine that saved, as 508 for 5.8; 0 where it is not named. */
  readonly engine: number;
  custom(id: string): number;
}
