import { listed } from '@worldwire/server/internal';
import { Problem } from '../errors/problem.js';
import { type Finding, fail, ok } from '../findings/finding.js';
import { checkFeatures } from '../serving/features-check.js';
import { previewWorlds } from '../serving/preview-worlds.js';
import type { Settings } from '../settings/settings.js';

const CHECK = 'features';

/** Whether tools and prompts have the names in the configuration file. */
export async function checkNamedFeatures(settings: Settings): Promise<readonly Finding[]> {
  const { features, worlds, grants } = settings;
  if (typeof features.tools !== 'object' && typeof features.prompts !== 'object') return [];
  try {
    const found = await previewWorlds(
      worlds.map(({ entry }) => entry),
      (_entry, { name, version, tools, prompts }) => ({
        name,
        version,
        ...(tools !== undefined && { tools: listed(tools) }),
        ...(prompts !== undefined && { prompts: listed(prompts) }),
      }),
      grants,
    );
    checkFeatures(settings, found);
    return [ok(CHECK, 'every name matches a tool or a prompt')];
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    return [fail(CHECK, thrown.message, 'Correct the name; "worlds" lists all tools.')];
  }
}
