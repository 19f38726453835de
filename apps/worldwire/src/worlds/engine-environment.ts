/** The variable in which clients and bridges find their token. */
export const TOKEN_VARIABLE = 'WORLDWIRE_TOKEN';

type Variables = Readonly<Record<string, string | undefined>>;

/** Variables that a graphical program needs. Only the token is a secret. */
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
  // The bridge in the engine authenticates with it.
  TOKEN_VARIABLE,
]);
/** Prefixes of variables without secrets. GODOT_ is left out: some of its variables are keys and passwords. */
const PASSED_BEGINNINGS = ['XDG_', 'LC_', 'PULSE_', 'SDL_', 'VK_', 'MESA_', 'LIBGL_', '__GL'];

/**
 * The environment of the engine command: the variables above and those that the operator names. Others may have secrets, such as the
 * address of the store.
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
