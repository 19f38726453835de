import { describe, expect, it } from 'vitest';
import { publicPackages } from '../../../scripts/packaging/workspaces.mjs';
import { ROOT, readText } from './root.js';

interface BundleManifest {
  readonly manifest_version: string;
  readonly name: string;
  readonly server: {
    readonly entry_point: string;
    readonly mcp_config: { readonly args: readonly string[] };
  };
  readonly user_config: Readonly<Record<string, { readonly default?: string }>>;
  readonly compatibility: { readonly runtimes: { readonly node: string } };
}

const manifest = JSON.parse(readText('packaging/mcpb/manifest.json')) as BundleManifest;

// `npm run packed` validates it with @anthropic-ai/mcpb, packs it, and starts what a client would unpack.
describe('the manifest of the MCPB bundle', () => {
  it('is of version 0.3, and for the Node that the packages need', () => {
    const needed = publicPackages(ROOT).find(one => one.manifest.name === manifest.name)?.manifest.engines;
    expect(manifest.manifest_version).toBe('0.3');
    expect(manifest.compatibility.runtimes).toEqual(needed);
  });

  it('starts its entry point, with variables that have a value without the user', () => {
    const [program, ...args] = manifest.server.mcp_config.args;
    expect(program).toBe(`\${__dirname}/${manifest.server.entry_point}`);
    const variables = args.flatMap(arg =>
      [...arg.matchAll(/\$\{user_config\.([^}]+)\}/g)].map(([, name = '']) => name),
    );
    expect(variables).toEqual(Object.keys(manifest.user_config));
    for (const name of variables) expect(manifest.user_config[name]?.default).toBeTypeOf('string');
  });
});
