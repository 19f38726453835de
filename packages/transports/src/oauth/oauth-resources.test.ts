import { describe, expect, it } from 'vitest';
import { OAuthIssuers } from './oauth-issuers.js';
import { OAuthResource } from './oauth-resource.js';
import { OAuthResources } from './oauth-resources.js';
import { Scopes } from './scopes.js';

const ORIGIN = 'https://worlds.example';
const log = { info() {}, warn() {} };

function resource(world: string | undefined, ...paths: string[]): OAuthResource {
  return new OAuthResource({
    issuers: new OAuthIssuers(['https://login.example'], { now: Date.now, date: Date.now, log }),
    scopes: new Scopes(),
    audience: ORIGIN + paths[0],
    paths: paths.map(path => ({ path, world })),
    date: Date.now,
  });
}

const root = resource(undefined, '/');
const sea = resource('sea', '/sea/mcp', '/sea/sse');
const seaside = resource('seaside', '/seaside/mcp');
const resources = new OAuthResources(
  root,
  new Map([
    ['/sea', sea],
    ['/seaside', seaside],
  ]),
);

describe('resources of one listener', () => {
  it.each([
    ['/sea/mcp', sea],
    ['/sea/fish/1', sea],
    ['/sea', sea],
    ['/seaside/mcp', seaside],
    ['/', root],
    ['/session', root],
    ['/operator/worlds', root],
    ['/sea%2fmcp', root],
    ['/other/sea/mcp', root],
  ])('at %s are found by the first segment of the path', (path, expected) => {
    expect(resources.at(path)).toBe(expected);
  });

  it.each([
    ['', `${ORIGIN}/`],
    ['/sea/mcp', `${ORIGIN}/sea/mcp`],
    ['/sea/sse', `${ORIGIN}/sea/sse`],
    ['/seaside/mcp', `${ORIGIN}/seaside/mcp`],
  ])('have metadata of their own at %j', (path, expected) => {
    expect(resources.metadataAt(`/.well-known/oauth-protected-resource${path}`)).toMatchObject({
      resource: expected,
    });
  });

  it('have none at other paths', () => {
    expect(resources.metadataAt('/.well-known/oauth-protected-resource/lake/mcp')).toBeUndefined();
    expect(resources.metadataAt('/sea/mcp')).toBeUndefined();
  });

  it('name the scopes of the operator for the listener as a whole alone', () => {
    expect(root.unauthorized('/session')).toContain('scope="worldwire:operate"');
    expect(sea.unauthorized('/sea/mcp')).toContain('scope="worldwire:sea:read"');
  });
});
