import { EngineError } from '../../port/engine-error.js';
import type { OperationName } from '../../port/operations.js';

const EDITOR = ['the embedded engine is a game and not an editor', 'load a scene with scene.load'] as const;
const OWN = ['the scenes of the embedded engine register no tools', 'call methods of components'] as const;

/** The operations that this engine does not have: why, and what to do instead. */
const UNSUPPORTED = {
  'navigation.path': ['the scenes of the embedded engine have no navigation mesh', 'cast rays to find a way'],
  'signal.list': ['components of the embedded engine have no signals', 'hook a method to see its calls'],
  'animation.get': [
    'the embedded engine has no animations',
    'read the members of the component that moves the object',
  ],
  'cells.list': ['the embedded engine has no tile maps', 'list the objects instead'],
  'editor.get': EDITOR,
  'editor.select': EDITOR,
  'editor.open': EDITOR,
  'editor.save': EDITOR,
  'editor.play': EDITOR,
  'editor.stop': EDITOR,
  'editor.undo': EDITOR,
  'editor.redo': EDITOR,
  'tool.call': OWN,
  'resource.read': OWN,
} satisfies Partial<Record<OperationName, readonly [reason: string, hint: string]>>;

/** The operations that it has. */
export type EmbeddedOperation = Exclude<OperationName, keyof typeof UNSUPPORTED>;

/** The refusal of an operation that it does not have; undefined for a name that is no operation. */
export function unsupported(name: string): EngineError | undefined {
  if (!Object.hasOwn(UNSUPPORTED, name)) return undefined;
  const [reason, hint] = UNSUPPORTED[name as keyof typeof UNSUPPORTED];
  return new EngineError('unsupported', reason, hint);
}
