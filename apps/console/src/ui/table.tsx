import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers stand at the right. */
  readonly numeric?: boolean;
  /** Left out on a narrow page. */
  readonly wideOnly?: boolean;
  /** The heading is read but not shown: a column of buttons. */
  readonly hidden?: boolean;
}

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly testid?: string;
}

export function Table<Row>({ label, columns, rows, keyOf, testid }: Props<Row>) {
  const classOf = ({ numeric, wideOnly }: Column<Row>) =>
    [numeric && 'ui-numeric', wideOnly && 'ui-wide-only'].filter(Boolean).join(' ');
  return (
    <table class="ui-table" aria-label={label} data-testid={testid}>
      <thead>
        <tr>
          {columns.map(column => (
            <th key={column.name} scope="col" class={classOf(column)}>
              {column.hidden ? <span class="visually-hidden">{column.name}</span> : column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={keyOf(row)}>
            {columns.map(column => (
              <td key={column.name} class={classOf(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
