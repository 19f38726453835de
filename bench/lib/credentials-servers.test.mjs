import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CREDENTIALS, requireRefusal } from './credentials-servers.mjs';
import { toolRequest } from './tool-request.mjs';

for (const [credential, start] of Object.entries(CREDENTIALS)) {
  test(`the server answers calls with its credential: ${credential}`, async () => {
    const place = await start();
    try {
      const answer = await fetch(place.server.url, toolRequest(place.session, 'echo', { message: 'hello' }));
      assert.equal(answer.status, 200);
      assert.equal((await answer.json()).result.content[0].text, 'hello');
      await requireRefusal(credential, place);
    } finally {
      await place.stop();
    }
  });
}

test('a server that answers without the credential is reported', async () => {
  const open = await CREDENTIALS.none();
  try {
    await assert.rejects(requireRefusal('token', open), /status 200 and not 401/);
  } finally {
    await open.stop();
  }
});
