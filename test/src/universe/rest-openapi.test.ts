import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rest } from './rest.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

type Json = Record<string, unknown>;

interface Operation {
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Json };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Json }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Json;
}

interface Document {
  readonly openapi: string;
  readonly info: Json;
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, Operation>> & { readonly parameters?: Parameter[] }>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Json & { readonly examples?: Json[] }>> };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const server: UniverseServer = await startUniverse();
const document = (await server.rest.get('/openapi.json')).body as unknown as Document;
afterAll(() => server.close());

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => METHODS.includes(method))
    .map(([method, operation]) => ({
      path,
      method,
      operation: operation as Operation,
      parameters: [...(item.parameters ?? []), ...((operation as Operation).parameters ?? [])],
    })),
);
const examples = (document.components.schemas.Command as { oneOf: { $ref: string }[] }).oneOf.map(
  ({ $ref }) => {
    const [example] = (resolved($ref) as { examples: Json[] }).examples;
    return [example?.type as string, example as Json] as const;
  },
);

describe('the description of the web interface', () => {
  it('is OpenAPI 3.1', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(operations.length).toBeGreaterThan(10);
    for (const { operation } of operations) {
      expect(operation.summary).toMatch(/\w/);
      expect(Object.keys(operation.responses).length).toBeGreaterThan(0);
      for (const [status, { description }] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^[2345]\d\d$/);
        expect(description).toMatch(/\w/);
      }
    }
  });

  it('has every route, and no other', () => {
    const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const served = server.routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(described.sort()).toEqual([...served].sort());
  });

  it('declares every parameter of a path, once', () => {
    for (const { path, parameters } of operations) {
      const inPath = parameters.filter(parameter => parameter.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      );
      expect(inPath.every(({ required }) => required === true)).toBe(true);
      const names = parameters.map(({ name, in: place }) => `${place} ${name.toLowerCase()}`);
      expect(new Set(names).size).toBe(names.length);
      for (const { schema } of parameters) expect(schema).toBeTypeOf('object');
    }
  });

  it('has no unresolved reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"(?:\$ref|[A-Za-z]+)":"(#\/[^"]*)"/g)].map(
      ([, reference]) => reference as string,
    );
    expect(references.length).toBeGreaterThan(50);
    for (const reference of references)
      expect([reference, resolved(reference)]).not.toEqual([reference, undefined]);
  });

  it('lists 403 for every write and 404 for every named universe', () => {
    for (const { path, method, operation } of operations) {
      if (method !== 'get') expect(Object.keys(operation.responses)).toContain('403');
      if (path.includes('{id}')) expect(Object.keys(operation.responses)).toContain('404');
    }
  });
});

describe('answers of the web interface', () => {
  const validator = new AjvJsonSchemaValidator();
  const expectFits = (schema: unknown, value: unknown) => {
    const validate = validator.getValidator({
      ...(schema as Json),
      components: document.components,
    } as never);
    expect(validate(value)).toMatchObject({ valid: true });
  };
  const described = (path: string, method: string, status: number) => {
    const content = document.paths[path]?.[method]?.responses[status]?.content;
    return (content as { 'application/json': { schema: Json } })['application/json'].schema;
  };

  it.each([
    ['/health', '/health'],
    ['/universes', '/universes'],
    ['/universes', '/universes?limit=1'],
    ['/universes/{id}', '/universes/sol'],
    ['/universes/{id}/changes', '/universes/sol/changes'],
    ['/universes/{id}/history', '/universes/sol/history'],
    ['/universes/{id}/ephemeris', '/universes/sol/ephemeris'],
  ])('fits its description: GET %s', async (template, path) => {
    await server.rest.command('sol', { type: 'updateStar', id: 'earth', payload: { name: 'Terra' } });
    await server.rest.post('/universes/sol/undo', {});
    const { status, body } = await server.rest.get(path);
    expect(status).toBe(200);
    expectFits(described(template, 'get', 200), body);
  });

  it('fits its description: POST and PUT', async () => {
    const state = (await server.rest.get('/universes/sol')).body.state;
    const created = await server.rest.post('/universes', { name: 'Copy', state });
    expectFits(described('/universes', 'post', 201), created.body);
    const path = `/universes/${created.body.id}`;
    for (const query of ['', '?returning=changes']) {
      const { body } = await server.rest.post(`${path}/commands${query}`, { type: 'removeStar', id: 'moon' });
      expectFits(described('/universes/{id}/commands', 'post', 200), body);
      const undone = await server.rest.post(`${path}/undo${query}`, {});
      expectFits(described('/universes/{id}/undo', 'post', 200), undone.body);
    }
    expectFits(
      described('/universes/{id}', 'put', 200),
      (await server.rest.put(path, { name: 'Other', state })).body,
    );
  });

  it('fits its description where it refuses', async () => {
    const { body: missing } = await server.rest.get('/universes/missing');
    expectFits(described('/universes/{id}', 'get', 404), missing);
    const { body: refused } = await server.rest.command('sol', { type: 'explode' });
    expectFits(described('/universes/{id}/commands', 'post', 422), refused);
    const { body: stale } = await server.rest.command('sol', { type: 'tick' }, { 'if-match': '"999"' });
    expectFits(described('/universes/{id}/commands', 'post', 409), stale);
  });

  it('fits the schema of its command, for every example', () => {
    expect(examples.length).toBeGreaterThan(20);
    for (const [, example] of examples) expectFits({ $ref: '#/components/schemas/Command' }, example);
  });
});

describe('the examples of commands', () => {
  let fresh: Rest;
  let state: object;
  beforeAll(async () => {
    fresh = server.rest;
    const other = await startUniverse();
    ({ state } = (await other.rest.get('/universes/sol')).body);
    await other.close();
  });

  it('are twenty-five', () => {
    expect(new Set(examples.map(([type]) => type)).size).toBe(25);
  });

  it.each(examples)('are accepted by a fresh solar system: %s', async (type, example) => {
    const id = await fresh.create(`fresh-${type}`, state);
    const { status, text } = await fresh.command(id, example);
    expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' });
  });
});

function resolved(reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .map(step => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, step) => (value as Json | undefined)?.[step], document);
}
