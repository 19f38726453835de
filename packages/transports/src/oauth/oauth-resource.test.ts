import { describe, expect, it } from 'vitest';
import { OAuthIssuers } from './oauth-issuers.js';
import { OAuthRefusal } from './oauth-refusal.js';
import { OAuthResource } from './oauth-resource.js';
import { type ScopeSettings, Scopes } from './scopes.js';

const ISSUER = 'https://as.example';

function open(audience: string, settings?: ScopeSettings): OAuthResource {
  const options = { now: () => 0, date: () => 0, log: { warn: () => {}, info: () => {} } };
  return new OAuthResource({
    issuers: new OAuthIssuers([ISSUER], options),
    scopes: new Scopes(settings),
    audience,
    paths: [
      { path: '/mcp', world: 'unity' },
      { path: '/sse', world: 'unity' },
    ],
    date: () => 0,
  });
}

describe('protected-resource metadata', () => {
  const resource = open('http://127.0.0.1:3001/mcp');

  it('has the resource, the issuers and the scopes of the world', () => {
    expect(resource.metadataAt('/.well-known/oauth-protected-resource/mcp')).toEqual({
      resource: 'http://127.0.0.1:3001/mcp',
      authorization_servers: [ISSUER],
      scopes_supported: ['worldwire:unity:read', 'worldwire:unity:write', 'worldwire:unity:eval'],
      bearer_methods_supported: ['header'],
      resource_name: 'Worldwire: unity',
    });
  });

  it('is at the root too, and separate for each path', () => {
    expect(resource.metadataAt('/.well-known/oauth-protected-resource')).toMatchObject({
      resource: 'http://127.0.0.1:3001/mcp',
    });
    expect(resource.metadataAt('/.well-known/oauth-protected-resource/sse')).toMatchObject({
      resource: 'http://127.0.0.1:3001/sse',
    });
    expect(resource.metadataAt('/.well-known/oauth-protected-resource/other')).toBeUndefined();
  });

  it('of an audience below another path is at that path and at the own one', () => {
    const proxied = open('https://worlds.example/unity/mcp');
    for (const path of ['/mcp', '/unity/mcp', '']) {
      expect(proxied.metadataAt(`/.well-known/oauth-protected-resource${path}`)).toMatchObject({
        resource: 'https://worlds.example/unity/mcp',
      });
    }
    expect(proxied.metadataAt('/.well-known/oauth-protected-resource/unity/sse')).toMatchObject({
      resource: 'https://worlds.example/unity/sse',
    });
  });

  it('of an audience without a path has it for all paths', () => {
    const whole = open('https://worlds.example');
    for (const path of ['/mcp', '/sse', '']) {
      expect(whole.metadataAt(`/.well-known/oauth-protected-resource${path}`)).toMatchObject({
        resource: 'https://worlds.example',
      });
    }
    expect(whole.unauthorized('/mcp')).toContain(
      'resource_metadata="https://worlds.example/.well-known/oauth-protected-resource"',
    );
  });
});

describe('WWW-Authenticate', () => {
  const resource = open('http://127.0.0.1:3001/mcp');
  const metadata = 'resource_metadata="http://127.0.0.1:3001/.well-known/oauth-protected-resource/mcp"';

  it('of a request without a token names the metadata and the scope to begin with', () => {
    expect(resource.unauthorized('/mcp')).toBe(`Bearer scope="worldwire:unity:read", ${metadata}`);
  });

  it('of a refused token says why', () => {
    expect(resource.unauthorized('/openapi.json', OAuthRefusal.invalid('The token has expired.'))).toBe(
      `Bearer error="invalid_token", error_description="The token has expired.", scope="worldwire:unity:read", ${metadata}`,
    );
  });

  it('of a missing right names the scope that gives it', () => {
    expect(resource.insufficient('/mcp', 'write', 'unity')).toBe(
      `Bearer error="insufficient_scope", scope="worldwire:unity:write", error_description="The right unity:write is required.", ${metadata}`,
    );
  });

  it('names no scope where none gives the right', () => {
    expect(open('http://127.0.0.1:3001/mcp', { view: ['read'] }).insufficient('/mcp', 'write', 'unity')).toBe(
      `Bearer error="insufficient_scope", error_description="The right unity:write is required.", ${metadata}`,
    );
  });
});
