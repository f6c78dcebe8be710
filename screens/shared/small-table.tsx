import type { ReactNode } from 'react';

interface Props {
  label: string;
  columns: readonly string[];
  /** A cell a column; text from outside is shown as text. */
  rows: readonly (readonly ReactNode[])[];
  /** Of the frame, which says how the table looks where it stands. */
  className: string | undefined;
}

/** A few rows within a step, read and not edited. */
export function SmallTable({ label, columns, rows, className }: Props): ReactNode {
  return (
    <div className={className}>
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, place) => (
                <td key={columns[place]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
