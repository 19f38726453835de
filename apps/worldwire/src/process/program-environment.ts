export type Variables = Readonly<Record<string, string | undefined>>;

/** Variables that a graphical program needs. None is a secret. */
const PASSED = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'TERM',
  'TMPDIR',
  'TZ',
  'LANG',
  'LANGUAGE',
  'DISPLAY',
  'XAUTHORITY',
  'WAYLAND_DISPLAY',
  'DBUS_SESSION_BUS_ADDRESS',
  'LD_LIBRARY_PATH',
  // Windows starts no program without some of these.
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROGRAMW6432',
  'NUMBER_OF_PROCESSORS',
  'PROCESSOR_ARCHITECTURE',
  'OS',
]);
/** Variables without which a program is not found, or does not start. */
const TOOL = new Set(['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'SYSTEMROOT', 'WINDIR', 'PATHEXT', 'TEMP', 'TMP']);
/** Prefixes of variables without secrets. GODOT_ is left out: some of its variables are keys and passwords. */
const PASSED_BEGINNINGS = ['XDG_', 'LC_', 'PULSE_', 'SDL_', 'VK_', 'MESA_', 'LIBGL_', '__GL'];

/** The environment of a program of the user's session, such as one that opens the browser. */
export function sessionEnvironment(inherited: Variables): Variables {
  return only(inherited, name => isHarmless(name.toUpperCase()));
}

/** The environment of a program that reads and writes only what it is given, such as ffmpeg and ps. */
export function toolEnvironment(inherited: Variables): Variables {
  return only(inherited, name => TOOL.has(name.toUpperCase()));
}

/** Whether a variable, in capital letters, has no secret. */
export function isHarmless(upper: string): boolean {
  return PASSED.has(upper) || PASSED_BEGINNINGS.some(start => upper.startsWith(start));
}

/** The variables with accepted names. */
export function only(inherited: Variables, passes: (name: string) => boolean): Variables {
  return Object.fromEntries(Object.entries(inherited).filter(([name]) => passes(name)));
}
