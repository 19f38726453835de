import { defineCommand } from '../command-line/command.js';
import type { Finding } from '../findings/finding.js';
import { readPackage } from '../process/version.js';
import { CONFIG_FLAG, readSettings, SERVER_FLAGS } from '../settings/settings.js';

export const command = defineCommand({
  name: 'doctor',
  words: '[world…]',
  about: 'Checks what a server started with the same flags needs, and says how to fix what is wrong.',
  flags: { ...SERVER_FLAGS, ...CONFIG_FLAG },
  examples: ['doctor', 'doctor --config worldwire.json --json'],
  async run(given, { environment, print }) {
    const settings = await readSettings(given, environment);
    const { checkPorts, probeFor } = await import('../doctor/ports.js');
    const probe = await probeFor(settings);
    const portsChecked = checkPorts(settings, probe);
    const [
      versions,
      ports,
      folder,
      audit,
      kept,
      tokens,
      tls,
      shown,
      features,
      links,
      unity,
      unreal,
      clients,
    ] = await Promise.all([
      import('../doctor/versions.js').then(({ checkVersions }) => checkVersions(environment, readPackage())),
      portsChecked,
      import('../doctor/data-folder.js').then(({ checkDataFolder }) => checkDataFolder(settings.data)),
      import('../doctor/audit-file.js').then(({ checkAuditFile }) => checkAuditFile(settings.data)),
      import('../findings/store.js').then(({ checkStore }) => checkStore(settings)),
      import('../doctor/token-file.js').then(({ checkTokenFile }) =>
        checkTokenFile(settings, environment.platform),
      ),
      import('../doctor/tls-files.js').then(({ checkTlsFiles }) =>
        checkTlsFiles(settings, environment.platform),
      ),
      import('../doctor/command-line.js').then(({ checkCommandLine }) => checkCommandLine(settings)),
      import('../doctor/features.js').then(({ checkNamedFeatures }) => checkNamedFeatures(settings)),
      import('../doctor/links.js').then(({ checkLinks }) => checkLinks(settings)),
      import('../doctor/unity.js').then(({ checkUnity }) => checkUnity(settings)),
      import('../doctor/unreal.js').then(({ checkUnreal }) => checkUnreal(settings)),
      import('../doctor/clients.js').then(async ({ checkClients }) => {
        // To take a free port is to hold it for a moment, in which a client's server is not there.
        await portsChecked;
        return checkClients(environment, probe);
      }),
    ]);
    const findings = [
      ...versions,
      ...ports,
      folder,
      ...audit,
      ...kept,
      tokens,
      ...tls,
      ...shown,
      ...features,
      ...links,
      ...unity,
      ...unreal,
      ...clients,
    ];
    const healthy = findings.every(({ state }) => state !== 'fail');
    if (settings.json) print(JSON.stringify({ ok: healthy, checks: findings }));
    else for (const finding of findings) print(line(finding));
    return healthy ? 0 : 1;
  },
});

function line({ check, state, message, fix }: Finding): string {
  const head = `${state.padEnd(5)} ${check.padEnd(18)} ${message}`;
  return fix === undefined ? head : `${head}\n${' '.repeat(25)}${fix}`;
}
