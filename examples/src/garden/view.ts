import { appView, tool } from 'worldwire';
import { beds } from './beds.js';

/** A document that makes the handshake with its host, and shows the result of the tool. It loads nothing. */
const HTML = `<!doctype html>
<title>Beds</title>
<pre id="beds">…</pre>
<script>
  const send = message => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  addEventListener('message', ({ source, data }) => {
    if (source !== parent) return;
    if (data.id === 1) send({ method: 'ui/notifications/initialized', params: {} });
    if (data.method === 'ui/notifications/tool-result')
      document.getElementById('beds').textContent = JSON.stringify(data.params.structuredContent, null, 2);
  });
  const appInfo = { name: 'beds', version: '1.0.0' };
  send({ id: 1, method: 'ui/initialize', params: { appInfo, appCapabilities: {}, protocolVersion: '2026-01-26' } });
</script>`;

export const bedsView = appView({ uri: 'ui://garden/beds', name: 'beds', html: () => HTML });

export const showBeds = tool({
  name: 'show_beds',
  description: 'Returns the moisture of all beds.',
  access: 'read',
  ui: { resourceUri: bedsView.uri },
  call: () => Object.fromEntries(beds),
});
