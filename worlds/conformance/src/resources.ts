import { type Resource, resource, type Template, template } from '@worldwire/server';
import { pixelPng } from './fixtures.js';

export const resources: readonly Resource[] = [
  resource({
    uri: 'test://static-text',
    name: 'static-text',
    title: 'Static text',
    description: 'A text that never changes.',
    mimeType: 'text/plain',
    read: () => 'This is the content of the static text resource.',
  }),
  resource({
    uri: 'test://static-binary',
    name: 'static-binary',
    title: 'Static image',
    description: 'An image that never changes.',
    mimeType: 'image/png',
    read: () => pixelPng,
  }),
  resource({
    uri: 'test://watched-resource',
    name: 'watched-resource',
    title: 'Watched text',
    description: 'A text to subscribe to.',
    mimeType: 'text/plain',
    read: () => 'This is the content of the watched resource.',
  }),
];

export const templates: readonly Template[] = [
  template({
    uriTemplate: 'test://template/{id}/data',
    name: 'template-data',
    title: 'Data by number',
    description: 'The data of any id.',
    mimeType: 'application/json',
    complete: { id: value => ['123', '456', '789'].filter(known => known.startsWith(value)) },
    read: ({ id }) => JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  }),
];
