import { type Block, type Completer, link, type Prompt, prompt, text, user } from '@worldwire/server';
import { folderPath, packagePath } from '../../port/given-path.js';
import { assetPaths, BLUEPRINTS, type CompletionSources, folderPaths } from '../resources/completion.js';
import { ASSETS, uriOf } from '../resources/uris.js';
import { type PromptTemplate, renderTemplate } from './prompt-template.js';

interface Extra {
  readonly complete: (completing: CompletionSources) => Completer;
  /** Normalises the path argument. */
  readonly path: (given: string) => string;
  readonly link: (path: string) => Block;
}

const EXTRAS: Readonly<Record<string, Extra>> = {
  explain_blueprint: {
    complete: completing => assetPaths(completing, ...BLUEPRINTS),
    path: packagePath,
    link: blueprintLink,
  },
  review_level: {
    complete: completing => assetPaths(completing, 'World'),
    path: packagePath,
    link: path => jsonLink(uriOf('level', path), path),
  },
  find_unused_assets: {
    complete: folderPaths,
    path: folderPath,
    link: path => jsonLink(`${ASSETS}?path=${encodeURIComponent(path)}`, path),
  },
  plan_refactor: {
    complete: completing => assetPaths(completing),
    path: packagePath,
    link: path => jsonLink(uriOf('asset', path), path),
  },
};

/** The templates as prompts of the protocol, each with a link to its subject. */
export function prompts(
  templates: readonly PromptTemplate[],
  completing: CompletionSources,
): readonly Prompt[] {
  return templates.map(template => {
    const extra = EXTRAS[template.name];
    if (extra === undefined) throw new Error(`The prompt ${template.name} has no subject.`);
    const { name, title, description } = template;
    const paths = extra.complete(completing);
    const args = Object.entries(template.arguments).map(([argument, { description, required }]) => {
      return [argument, { description, required, ...(argument === 'path' && { complete: paths }) }];
    });
    return prompt({
      name,
      title,
      description,
      arguments: Object.fromEntries(args),
      get: given => {
        const path = extra.path(given.path || (template.arguments.path?.otherwise ?? ''));
        const messages = renderTemplate(template, { ...given, path });
        return [
          ...messages.map(({ role, text: words }) => ({ role, content: text(words) })),
          user(extra.link(path)),
        ];
      },
    });
  });
}

function blueprintLink(path: string): Block {
  return link({ uri: uriOf('blueprint', path), name: path, mimeType: 'text/plain' });
}

function jsonLink(uri: string, name: string): Block {
  return link({ uri, name, mimeType: 'application/json' });
}
