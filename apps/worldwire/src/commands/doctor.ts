import { defineCommand } from '../command-line/command.js';
import type { Finding } from '../findings/finding.js';
import { readPackage } from '../process/version.js';
import { worldOptions } from '../serving/load-worlds.js';
import { NO_LOG } from '../serving/preview-worlds.js';
import { CONFIG_FLAG, serveFlags } from '../settings/flags.js';
import { readSettings, type SelectedWorld, type Settings } from '../settings/settings.js';

export const command = defineCommand({
  name: 'doctor',
  words: '[world|file…]',
  about: 'Checks what a server started with the same flags needs, and says how to fix what is wrong.',
  flags: { ...serveFlags(), ...CONFIG_FLAG },
  examples: ['doctor', 'doctor --config worldwire.json --json'],
  async run(given, { environment, print }) {
    const settings = await readSettings(given, environment);
    const { checkPorts, probeFor } = await import('../doctor/ports.js');
    const probe = await probeFor(settings);
    const portsChecked = checkPorts(settings, probe);
    const [versions, ports, folder, audit, kept, tokens, tls, shown, features, links, worlds, clients] =
      await Promise.all([
        import('../doctor/versions.js').then(({ checkVersions }) =>
          checkVersions(environment, readPackage()),
        ),
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
        Promise.all(settings.worlds.map(world => diagnose(world, settings))),
        import('../doctor/clients.js').then(async ({ checkClients }) => {
          // The check of a port holds it for a moment, in which no server of a client can listen.
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
      ...worlds.flat(),
      ...clients,
    ];
    const healthy = findings.every(({ state }) => state !== 'fail');
    if (settings.json) print(JSON.stringify({ ok: healthy, checks: findings }));
    else for (const finding of findings) print(line(finding));
    return healthy ? 0 : 1;
  },
});

async function diagnose(world: SelectedWorld, settings: Settings): Promise<readonly Finding[]> {
  const options = worldOptions(world, settings, Promise.resolve(NO_LOG));
  return (await world.entry.diagnose?.(options)) ?? [];
}

function line({ check, state, message, fix }: Finding): string {
  const head = `${state.padEnd(5)} ${check.padEnd(18)} ${message}`;
  return fix === undefined ? head : `${head}\n${' '.repeat(25)}${fix}`;
}
