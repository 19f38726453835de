import { enginePackageOf } from '../../port/package-of.js';
import { nameOf } from '../../port/unreal-paths.js';

/** Where the values are that an object does not store: in the defaults of a class, or in those of a part of it. */
export interface TemplateOf {
  /** The class of an actor, or that of the actor with a component. */
  readonly class: string;
  /** The name of the component. */
  readonly part?: string;
}

/**
 * The paths of the objects that a Blueprint may have for this: a component of its construction script, or of its parent
 * Blueprints; else a component that native code creates, or the defaults of the class themselves.
 */
export function parentTemplates({ class: path, part }: TemplateOf): readonly string[] {
  const defaults = `${enginePackageOf(path)}.Default__${nameOf(path)}`;
  return part === undefined ? [defaults] : [`${path}:${part}_GEN_VARIABLE`, `${defaults}:${part}`];
}

/** Whether a class or object is of native code, which has no file. */
export function isNative(path: string): boolean {
  return path.startsWith('/Script/');
}
