const CONTAINER = 'apps/worldwire/src/backup/container.ts';
const NAMES = 'apps/worldwire/src/backup/entry-names.ts';
const RESTORE_TEST = 'apps/worldwire/src/backup/restore-backup.test.ts';

/** Backups that an attacker wrote or changed. */
export default [
  {
    name: 'backup-path-outside',
    class: 'path traversal',
    file: CONTAINER,
    find: 'pathProblem(path) ??',
    replace: '',
    tests: [RESTORE_TEST],
  },
  {
    name: 'backup-path-of-any-form',
    class: 'path traversal',
    file: NAMES,
    find: 'if (FORBIDDEN.test(name) || ',
    replace: 'if (',
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
    name: 'backup-sizes-unchecked',
    class: 'data corruption',
    file: CONTAINER,
    find: 'checkSizes(database, files);',
    replace: '',
    tests: [RESTORE_TEST],
  },
  {
    name: 'backup-files-of-a-running-server-restored',
    class: 'credential leak',
    file: CONTAINER,
    find: "isTransient(path) ? 'is not a path that a backup contains' : undefined",
    replace: 'undefined',
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
