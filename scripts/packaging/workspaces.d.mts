export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly mcpName?: string;
  readonly description?: string;
  readonly type?: string;
  readonly license?: string;
  readonly repository?: { readonly type: string; readonly url: string; readonly directory: string };
  readonly engines?: { readonly node: string };
  readonly publishConfig?: { readonly access: string };
  readonly bin?: Readonly<Record<string, string>>;
  /** A text is a file that is not a module. */
  readonly exports?: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly files?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
export interface Workspace {
  readonly folder: string;
  readonly manifest: Manifest;
}
export function workspaces(root: string): readonly Workspace[];
export function publicPackages(root: string): readonly Workspace[];
export function readJson(path: string): unknown;
