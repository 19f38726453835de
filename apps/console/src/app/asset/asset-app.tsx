import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { Untrusted } from '../../text/untrusted.js';
import { PAGE_CLOCK } from '../frame/follow.js';
import { Frame, Waiting } from '../frame/frame.js';
import type { Host } from '../link/open-link.js';
import { dataOf } from '../link/tool-data.js';
import './asset.css';
import { type Asset, openAssetData } from './asset-data.js';
import { factsOf, type Reference, sectionsOf } from './asset-model.js';
import { Thumbnail } from './thumbnail.js';

/** An asset beside the result of a tool that reads it. */
export function AssetApp({ host }: { readonly host: Host }) {
  const chosen = useSignal<string | undefined>(undefined);
  const called = useComputed(() => {
    const { given, complete } = host.input.value ?? {};
    const path = complete === true ? given?.path : undefined;
    return typeof path === 'string' ? path : host.result.value && dataOf(host.result.value)?.path;
  });
  const path = chosen.value ?? (typeof called.value === 'string' ? called.value : undefined);
  const data = useMemo(
    () => (path === undefined ? undefined : openAssetData(host.link, path, PAGE_CLOCK)),
    [host, path],
  );
  useEffect(() => () => data?.following.stop(), [data]);
  const asset = data?.asset.value;
  if (path === undefined || data === undefined || asset === undefined)
    return (
      <Frame host={host} title={path ?? 'Asset'} following={data?.following}>
        <Waiting host={host} what="the asset" />
      </Frame>
    );
  const select = (other: string) => {
    chosen.value = other;
  };
  const { provenance, revision } = asset.facts;
  const changed = data.changes.value > 0 ? ' · changed since it was opened' : '';
  return (
    <Frame
      host={host}
      title={path}
      facts={`${String(provenance)} · revision ${String(revision ?? '?')}${changed}`}
      following={data.following}
      side={
        <>
          {asset.picture !== undefined && <Thumbnail address={asset.picture} />}
          <References title="Refers to" items={asset.references} onSelect={select} />
          <References title="Referred to by" items={asset.referencers} onSelect={select} />
        </>
      }
    >
      <Outline asset={asset} />
    </Frame>
  );
}

function Outline({ asset: { facts } }: { readonly asset: Asset }) {
  const sections = sectionsOf(facts);
  return (
    <div class="asset-main" data-testid="app-outline">
      <table>
        <tbody>
          {factsOf(facts).map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                <Untrusted text={value} max={300} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {sections.map(({ title, total, entries }) => (
        <section key={title}>
          <h2>
            {title} ({total})
          </h2>
          <table>
            <tbody>
              {entries.map(({ name, detail }, index) => (
                <tr key={`${index} ${name}`}>
                  <th scope="row">
                    <Untrusted text={name} max={80} />
                  </th>
                  <td>
                    <Untrusted text={detail} max={200} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {total > entries.length && <p class="frame-state">and {total - entries.length} more</p>}
        </section>
      ))}
    </div>
  );
}

interface ReferencesProps {
  readonly title: string;
  readonly items: readonly Reference[];
  onSelect(path: string): void;
}

function References({ title, items, onSelect }: ReferencesProps) {
  return (
    <>
      <h2>
        {title} ({items.length})
      </h2>
      <ul data-testid={title === 'Refers to' ? 'app-references' : 'app-referencers'}>
        {items.map(({ path, actor, soft }) => (
          <li key={path}>
            <button type="button" class="frame-line" data-path={path} onClick={() => onSelect(path)}>
              <Untrusted text={actor ?? path} max={120} />
              {soft && <span class="frame-state"> soft</span>}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
