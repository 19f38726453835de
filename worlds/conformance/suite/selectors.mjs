/**
 * The selectors of the suite and their full marks. The exit code of the suite is not enough: it counts warnings, skipped
 * checks and scenarios without checks as passed.
 */
export const SELECTORS = [
  selector(['--suite', 'all'], { scenarios: 65, success: 276, skipped: 1 }),
  selector(['--requirements', '2026-07-28'], { scenarios: 50, success: 196, skipped: 1 }),
  selector(['--requirements', '2025-11-25'], { scenarios: 33, success: 84, skipped: 0 }),
  selector(['--suite', 'all', '--spec-version', '2025-03-26'], { scenarios: 1, success: 3, skipped: 0 }),
  selector(['--suite', 'all', '--spec-version', '2025-06-18'], { scenarios: 27, success: 56, skipped: 0 }),
  selector(['--suite', 'all', '--spec-version', '2025-11-25'], { scenarios: 33, success: 84, skipped: 0 }),
  selector(['--suite', 'all', '--spec-version', '2026-07-28'], { scenarios: 40, success: 152, skipped: 0 }),
];

function selector(args, expected) {
  return { name: args.join(' '), args, expected };
}
