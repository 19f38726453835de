const CONTAINER = 'apps/worldwire/src/backup/container.ts';
const RESTORE_TEST = 'apps/worldwire/src/backup/restore-backup.test.ts';

/** Backups that an attacker wrote or changed. */
export default [
  {
    name: 'backup-path-outside',
    class: 'path traversal',
    file: CONTAINER,
    find: 'place.startsWith(resolve(folder) + sep)',
    replace: 'true',
    tests: [RESTORE_TEST],
  },
  {
    name: 'backup-path-of-any-form',
    class: 'path traversal',
    file: CONTAINER,
    find: 'portable(relative(folder, place)) === path',
    replace: 'true',
    tests: [RESTORE_TEST],
  },
  {
    name: 'backup-file-written-through-a-link',
    class: 'path traversal',
    file: CONTAINER,
    find: "open(place, 'wx', 0o600)",
    replace: "open(place, 'w', 0o600)",
    tests: [RESTORE_TEST],
  },
  {
    name: 'backup-checksum-ignored',
    class: 'data corruption',
    file: CONTAINER,
    find: "digest.digest('hex') !== sha256",
    replace: 'false',
    tests: [RESTORE_TEST],
  },
];
