/** Paths of the sample. */
export const DOOR_CLASS = '/Game/Blueprints/BP_Door';
export const HARBOUR = '/Game/Maps/Harbour';
export const ISLAND = '/Game/Maps/LighthouseIsland';
export const PLANKS = '/Game/Textures/T_Planks';
export const TIMETABLE = '/Game/Data/DT_FerryTimes';

/** An unlocked door, and a locked one. */
export const TAVERN_DOOR = harbour('BP_Door_C_1');
export const BOATHOUSE_DOOR = harbour('BP_Door_C_2');
export const WINDOW = harbour('PointLight_0');

export function harbour(actor: string): string {
  return `${HARBOUR}.Harbour:PersistentLevel.${actor}`;
}

export function island(actor: string): string {
  return `${ISLAND}.LighthouseIsland:PersistentLevel.${actor}`;
}
