/** Tasks of an agent in Unreal projects: the sample, and a project of many packages. Each checks its own result. */
import { Agent } from './agent.mjs';
import { equal, ok } from './checks.mjs';

export const PROJECT_TASKS = [
  {
    title: 'what breaks if this asset is deleted',
    place: 'sample',
    calls: 1,
    bytes: 4_000,
    async run(url) {
      const agent = await Agent.connect(url);
      const reached = await agent.call('get_references', {
        path: '/Game/Materials/M_Wood',
        direction: 'referencers',
        depth: 10,
      });
      const text = JSON.stringify(reached);
      ok(text.includes('/Game/Maps/'), `levels among what breaks, not ${text}`);
      return [agent];
    },
  },
  {
    title: 'which assets are unused, project of 5,000',
    place: 'project',
    calls: 1,
    bytes: 16_000,
    async run(url, { sizes }) {
      const agent = await Agent.connect(url);
      const { checked, total, groups } = await agent.call('find_unused_assets');
      equal(checked, sizes.size);
      ok(total > 0 && groups.length > 0, 'unused assets in groups');
      return [agent];
    },
  },
  {
    title: 'what does this Blueprint do',
    place: 'sample',
    calls: 2,
    bytes: 12_000,
    async run(url) {
      const agent = await Agent.connect(url);
      const { items } = await agent.call('find_assets', { query: 'Door', class: 'Blueprint' });
      const { blueprint } = await agent.call('describe_asset', { path: items[0].path });
      equal(blueprint.callers.Open, ['EventGraph', 'Interact']);
      const open = blueprint.graphs.find(({ name }) => name === 'Open');
      equal([open.sets, open.calls], [['bIsOpen'], ['Print String', 'Set Relative Rotation']]);
      return [agent];
    },
  },
];
