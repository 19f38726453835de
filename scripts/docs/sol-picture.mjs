import { withWorld } from './world-client.mjs';

/** The picture of README.md: the map of the solar system, as the server draws it. */
export function solPicture() {
  return withWorld('universe', async request => {
    const { contents } = await request('resources/read', {
      uri: 'universe://sol/map.png?width=1200&height=800&maxBytes=400000',
    });
    return Buffer.from(contents[0].blob, 'base64');
  });
}
