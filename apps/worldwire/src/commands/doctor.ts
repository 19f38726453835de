import { defineCommand } from '../command-line/command.js';
import { checkAuditFile } from '../doctor/check-audit-file.js';
import { checkClients } from '../doctor/check-clients.js';
import { checkDataFolder } from '../doctor/check-data-folder.js';
import { checkNamedFeatures } from '../doctor/check-features.js';
import { checkMainPort } from '../doctor/check-main-port.js';
import { checkMetricsPort, checkPorts, probeFor } from '../doctor/check-ports.js';
import { checkCommandLine } from '../doctor/command-line.js';
import { checkLinks } from '../doctor/links.js';
import { checkTlsFiles } from '../doctor/tls-files.js';
import { checkTokenFile } from '../doctor/token-file.js';
import { checkVersions } from '../doctor/versions.js';
import { checkStore } from '../findings/check-store.js';
import type { Finding } from '../findings/finding.js';
import { readPackage } from '../process/version.js';
import { worldOptions } from '../serving/load-worlds.js';
import { NO_LOG } from '../serving/preview-worlds.js';
import { CONFIG_FLAG, serveFlags } from '../settings/server-flags.js';
import { readSettings, type SelectedWorld, type Settings } from '../settings/settings.js';

export const command = defineCommand({
  name: 'doctor',
  words: '[world|file…]',
  about: 'Checks what a server started with the same flags needs, and says how to fix what is wrong.',
  flags: { ...serveFlags(), ...CONFIG_FLAG },
  examples: ['doctor', 'doctor --config worldwire.json --json'],
  async run(given, { environment, print }) {
    const settings = await readSettings(given, environment);
    const { platform } = environment;
    const probe = await probeFor(settings);
    const ports = checkPorts(settings, probe);
    const checked = await Promise.all([
      checkVersions(environment, readPackage()),
      ports,
      // After the ports of worlds: a check holds its port for a moment.
      ports.then(() => checkMainPort(settings, probe)),
      checkMetricsPort(settings, probe),
      checkDataFolder(settings.data),
      checkAuditFile(settings),
      checkStore(settings),
      checkTokenFile(settings, platform),
      checkTlsFiles(settings, platform),
      checkCommandLine(settings),
      checkNamedFeatures(settings),
      checkLinks(settings),
      ...settings.worlds.map(world => diagnose(world, settings)),
      // The check of a port holds it for a moment, in which no server of a client can listen.
      ports.then(() => checkClients(environment, probe)),
    ]);
    const findings = checked.flat();
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
