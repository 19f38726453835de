import { openSession, tool } from '../lib/mcp.mjs';
import { each } from '../lib/wait.mjs';

export default {
  name: 'mailboxes',
  kind: 'memory',
  claim: 'notifications for hundreds of sessions that never read are bounded in bytes',
  async run(lab) {
    const server = await lab.serve({ worlds: ['unity'], args: ['--allow', 'writes'] });
    const { alice, bob } = lab.tokens;
    const url = server.urls.unity;
    const paths = Array.from({ length: 80 }, (_, index) => `${index}-${'m'.repeat(200)}.cs`);
    await lab.measureMemory(server, async () => {
      await each(lab.scale(300, 900), 16, async () => {
        const session = await openSession(url, alice);
        await session.send('logging/setLevel', { level: 'debug' });
        await session.send('resources/subscribe', { uri: 'unity://console/scripts' });
        await session.send('resources/subscribe', { uri: `unity://console/script?path=${paths[0]}` });
      });
      for (const path of paths) await tool(url, bob, 'WriteConsoleScript', { path, content: 'return 1' });
    });
  },
};
