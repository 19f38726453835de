/** The departures of the ferry, by the names of the rows. */
export const DEPARTURES = {
  Morning: { Hour: 7, Minute: 30, From: 'Harbour', To: 'LighthouseIsland', Minutes: 25 },
  Noon: { Hour: 12, Minute: 0, From: 'Harbour', To: 'LighthouseIsland', Minutes: 25 },
  Evening: { Hour: 18, Minute: 45, From: 'Harbour', To: 'LighthouseIsland', Minutes: 30 },
} as const;

/** Every text that a visitor reads, by its key. */
export const TEXTS = {
  'door.open': 'Open the door',
  'door.close': 'Close the door',
  'door.locked': 'It is locked.',
  'lantern.ignite': 'Light the lantern',
  'lantern.snuff': 'Put out the lantern',
  'ferry.board': 'Board the ferry',
} as const;
