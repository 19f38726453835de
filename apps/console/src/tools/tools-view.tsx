import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { callMethod, callToolRaw, type ToolResult } from '../api/mcp.js';
import type { WorldInfo } from '../api/operator.js';
import { go, place } from '../state/place.js';
import { type ToolInfo, toolsOf } from '../state/tool-list.js';
import { Untrusted } from '../text/untrusted.js';
import { Badge } from '../ui/badge.js';
import { Command } from '../ui/command.js';
import { Empty } from '../ui/empty.js';
import { Failure } from '../ui/failure.js';
import { COMMON_ARGUMENTS, type Schema } from '../ui/schema-fields.js';
import { SchemaForm } from '../ui/schema-form.js';
import { attempt } from '../ui/toast.js';
import { shownView } from '../views/shown-view.js';
import { Result } from './result.js';
import './tools.css';

interface ResourceInfo {
  readonly uri: string;
  readonly name?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** The view of a world without one of its own: its tools as forms, and its resources. */
export function View({ world }: { readonly world: WorldInfo }) {
  const tools = useSignal<readonly ToolInfo[] | undefined>(undefined);
  const resources = useSignal<readonly ResourceInfo[]>([]);
  const failure = useSignal<Error | undefined>(undefined);
  const attempts = useSignal(0);
  useEffect(() => {
    let gone = false;
    failure.value = undefined;
    toolsOf(world.name).then(
      found => {
        if (!gone) tools.value = found;
      },
      thrown => {
        if (!gone) failure.value = thrown instanceof Error ? thrown : new Error(String(thrown));
      },
    );
    resourcesOf(world.name).then(
      found => {
        if (!gone) resources.value = found;
      },
      thrown => {
        if (!gone) failure.value = thrown instanceof Error ? thrown : new Error(String(thrown));
      },
    );
    return () => {
      gone = true;
    };
  }, [world.name, world.open, attempts.value]);
  useEffect(() => {
    shownView.value = {
      search: async text => found(text, tools.peek() ?? [], resources.peek()),
      show: id => go({ sel: id }),
      preview: () => {},
    };
    return () => {
      shownView.value = undefined;
    };
  }, []);
  if (failure.value !== undefined)
    return (
      <main class="tools-view">
        <Failure error={failure.value} onRetry={() => attempts.value++} />
      </main>
    );
  const selected = place.value.sel;
  const tool = tools.value?.find(({ name }) => name === selected);
  const resource = resources.value.find(({ uri }) => uri === selected);
  return (
    <main class={`tools-view${tool || resource ? ' tools-open' : ''}`} data-testid="tools-view">
      <nav class="tools-list" aria-label="Tools and resources">
        <h2>Tools</h2>
        {tools.value?.length === 0 && <p class="ui-muted">This world shows no tools to your session.</p>}
        <ul>
          {tools.value?.map(each => (
            <li key={each.name}>
              <Item
                id={each.name}
                name={each.title ?? each.name}
                isSelected={each === tool}
                testid={`tool-${each.name}`}
              >
                {each.annotations?.readOnlyHint ? null : each.annotations?.destructiveHint === false ? (
                  <Badge>writes</Badge>
                ) : (
                  <Badge kind="danger">destructive</Badge>
                )}
              </Item>
            </li>
          ))}
        </ul>
        {world.ceiling === 'read' && (
          <p class="tools-note">
            Read-only: tools that write are closed. To open them:{' '}
            <Command text="npx worldwire serve --allow writes" />
          </p>
        )}
        {resources.value.length > 0 && <h2>Resources</h2>}
        <ul>
          {resources.value.map(each => (
            <li key={each.uri}>
              <Item
                id={each.uri}
                name={each.name ?? each.uri}
                isSelected={each === resource}
                testid="resource"
              />
            </li>
          ))}
        </ul>
      </nav>
      <section class="tools-detail" aria-label="Selected">
        {tool !== undefined ? (
          <Tool key={tool.name} world={world.name} tool={tool} />
        ) : resource !== undefined ? (
          <Resource key={resource.uri} world={world.name} resource={resource} />
        ) : (
          <Empty
            icon="world"
            title="Choose a tool or a resource"
            text="A tool runs with the rights of your session."
          />
        )}
      </section>
    </main>
  );
}

/** The resources of a world that has some. */
async function resourcesOf(world: string): Promise<readonly ResourceInfo[]> {
  const { capabilities } = await callMethod<{ capabilities: Readonly<Record<string, unknown>> }>(
    world,
    'server/discover',
    {},
  );
  if (capabilities.resources === undefined) return [];
  return (await callMethod<{ resources: readonly ResourceInfo[] }>(world, 'resources/list', {})).resources;
}

function Item(props: {
  readonly id: string;
  readonly name: string;
  readonly isSelected: boolean;
  readonly testid: string;
  readonly children?: preact.ComponentChildren;
}) {
  return (
    <button
      type="button"
      class="tools-item"
      aria-current={props.isSelected ? 'true' : undefined}
      data-testid={props.testid}
      onClick={() => go({ sel: props.id })}
    >
      <Untrusted text={props.name} max={60} />
      {props.children}
    </button>
  );
}

function Tool({ world, tool }: { readonly world: string; readonly tool: ToolInfo }) {
  const result = useSignal<ToolResult | undefined>(undefined);
  const isRunning = useSignal(false);
  const run = async (args: Record<string, unknown>) => {
    isRunning.value = true;
    result.value = undefined;
    result.value = await attempt(() => callToolRaw(world, tool.name, args));
    isRunning.value = false;
  };
  return (
    <>
      <h1>
        <Untrusted text={tool.name} max={80} />
      </h1>
      {tool.description !== undefined && (
        <p class="tools-description">
          <Untrusted text={tool.description} max={2_000} />
        </p>
      )}
      <SchemaForm
        schema={tool.inputSchema as Schema}
        submitLabel={isRunning.value ? 'Running…' : 'Run'}
        busy={isRunning.value}
        rare={COMMON_ARGUMENTS}
        onSubmit={args => void run(args)}
        testid="tool-form"
      />
      {result.value !== undefined && <Result result={result.value} />}
    </>
  );
}

function Resource({ world, resource }: { readonly world: string; readonly resource: ResourceInfo }) {
  const result = useSignal<ToolResult | undefined>(undefined);
  useEffect(() => {
    void attempt(async () => {
      const { contents } = await callMethod<{
        contents: readonly { text?: string; blob?: string; mimeType?: string }[];
      }>(world, 'resources/read', { uri: resource.uri });
      result.value = {
        content: contents.map(({ text, blob, mimeType }) =>
          text !== undefined
            ? { type: 'text', text }
            : { type: 'image', data: blob ?? '', mimeType: mimeType ?? 'application/octet-stream' },
        ),
      };
    });
  }, [resource.uri]);
  return (
    <>
      <h1>
        <Untrusted text={resource.uri} max={120} />
      </h1>
      {resource.description !== undefined && (
        <p class="tools-description">
          <Untrusted text={resource.description} max={2_000} />
        </p>
      )}
      {result.value !== undefined && <Result result={result.value} />}
    </>
  );
}

function found(text: string, tools: readonly ToolInfo[], resources: readonly ResourceInfo[]) {
  const wanted = text.toLowerCase();
  return [
    ...tools.map(({ name }) => ({ id: name, name, kind: 'tool' })),
    ...resources.map(({ uri, name }) => ({ id: uri, name: name ?? uri, kind: 'resource' })),
  ]
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, 20);
}
