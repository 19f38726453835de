import { isObject } from '@worldwire/protocol';
import { readObjectPath } from '../../port/object-path.js';
import type { AssetDetail, Paging, ProjectInfo } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import type { TimeSlice } from '../../work/time-slice.js';
import type { Code } from '../code/code-index.js';
import { TagList } from './tag-list.js';

/** Pages of rows of one table, and tables. */
const MAX_PAGES = 10;
const MAX_TABLES = 20;
const PAGE = 1_000;

export interface IniTags {
  /** The file of each is relative to the project. */
  readonly tags: readonly { readonly tag: string; readonly comment: string; readonly file: string }[];
  /** Data tables with more tags. */
  readonly tables: readonly string[];
}

type Table = (params: { readonly path: string } & Paging) => Promise<AssetDetail>;

/** The gameplay tags of ini files, C++ and data tables, with notes on what could not be read. */
export async function projectTags(
  ini: IniTags,
  code: Code,
  table: Table,
  slice: TimeSlice,
): Promise<{ readonly gameplayTags?: ProjectInfo['gameplayTags']; readonly notes: readonly string[] }> {
  const list = new TagList();
  const notes: string[] = [];
  for (const { tag, comment, file } of ini.tags) {
    if (slice.isOver) await slice.yieldToEventLoop();
    list.define(tag, file, comment);
  }
  for (const { file, tags } of code.files) {
    for (const { tag, line, isDefined, comment } of tags) {
      if (slice.isOver) await slice.yieldToEventLoop();
      if (isDefined) list.define(tag, `${file}:${line}`, comment);
      else list.use(tag, `${file}:${line}`);
    }
  }
  for (const path of ini.tables.slice(0, MAX_TABLES)) {
    list.addTable(path);
    notes.push(...(await addTable(list, path, table)));
  }
  if (ini.tables.length > MAX_TABLES)
    notes.push(`Of ${ini.tables.length} tables of gameplay tags ${MAX_TABLES} are read.`);
  const gameplayTags = await list.info(slice);
  return { ...(gameplayTags && { gameplayTags }), notes };
}

async function addTable(list: TagList, given: string, table: Table): Promise<readonly string[]> {
  try {
    const path = readObjectPath(given).package;
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const detail = await table({ path, limit: PAGE, ...(cursor !== undefined && { cursor }) });
      if (detail.dataTable === undefined)
        return [unread(given, detail.notes?.[0] ?? 'It is not a data table.')];
      for (const row of Object.values(detail.dataTable.rows)) {
        const { Tag: tag, DevComment: comment } = isObject(row) ? row : {};
        if (typeof tag === 'string' && tag !== '' && tag !== 'None')
          list.define(tag, path, typeof comment === 'string' ? comment : '');
      }
      cursor = detail.nextCursor;
      if (cursor === undefined) return [];
    }
    return [`Of the tags of ${path} the first ${MAX_PAGES * PAGE} are read.`];
  } catch (thrown) {
    if (thrown instanceof UnrealError) return [unread(given, thrown.message)];
    throw thrown;
  }
}

function unread(path: string, reason: string): string {
  return `The gameplay tags of the table ${path} are not included: ${reason}`;
}
