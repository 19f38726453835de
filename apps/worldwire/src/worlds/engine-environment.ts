/** Where clients and bridges find the token that lets them in. */
export const TOKEN_VARIABLE = 'WORLDWIRE_TOKEN';

type Variables = Readonly<Record<string, string | undefined>>;

/** What a program with a window, a sound card and a user's settings needs. None of it is a secret but the token. */
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
  // Of Windows, which starts no program without some of them.
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
  // A secret, but the bridge in the engine dials in to this server with it.
  TOKEN_VARIABLE,
]);
/** Only of families without secrets. Godot reads keys and passwords for its exports from variables of its own. */
const PASSED_BEGINNINGS = ['XDG_', 'LC_', 'PULSE_', 'SDL_', 'VK_', 'MESA_', 'LIBGL_', '__GL'];

/**
 * The environment of an engine that we start: the variables above and those that the operator names. The others may hold
 * secrets of ours, such as the address of the store, or of other programs.
 */
export function engineEnvironment(inherited: Variables, named: readonly string[]): Variables {
  const passes = (name: string) => {
    const upper = name.toUpperCase();
    return (
      PASSED.has(upper) || PASSED_BEGINNINGS.some(start => upper.startsWith(start)) || named.includes(name)
    );
  };
  return Object.fromEntries(Object.entries(inherited).filter(([name]) => passes(name)));
}
