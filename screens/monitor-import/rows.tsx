import { Button, SegmentedControl } from '@mantine/core';
import { IconAlertCircle, IconEqual, IconPencil, IconPlayerSkipForward, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StepProps } from '../step/step-props.ts';
import { doingOf, type Report, type ReportRow } from './report.ts';
import { RefusalsLink } from './refusals-link.tsx';
import styles from './rows.module.css';

const icons = {
  add: IconPlus,
  change: IconPencil,
  same: IconEqual,
  skip: IconPlayerSkipForward,
  refuse: IconAlertCircle,
};

interface Props extends Pick<StepProps, 'view' | 'send'> {
  report: Report;
}

/** A page of the rows of a file, and what is wrong with those that are refused. */
export function Rows({ report, view: { busy, can }, send }: Props): ReactNode {
  const { counts, total, show, rows, offset, matching } = report;
  const last = offset + rows.length;
  return (
    <div className={styles.rows} aria-busy={busy}>
      <div className={styles.bar}>
        {counts.refuse > 0 && counts.refuse < total && (
          <SegmentedControl
            aria-label="Rows"
            size="xs"
            value={show}
            disabled={busy}
            onChange={(next) => send({ type: `${next}.requested` })}
            data={[
              { value: 'refused', label: counting('refused', 'Refused', counts.refuse) },
              { value: 'all', label: counting('all', 'All', total) },
            ]}
          />
        )}
        {counts.refuse > 0 && <RefusalsLink report={report} />}
      </div>
      {rows.length > 0 && (
        <div className={styles.scroll} tabIndex={0} role="region" aria-label="Rows of the file">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">Monitor</th>
                <th scope="col">What happens</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.row} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {matching > rows.length && (
        <div className={styles.pages}>
          <span>
            {(offset + 1).toLocaleString()}–{last.toLocaleString()} of {matching.toLocaleString()}
          </span>
          <Button
            variant="default"
            size="xs"
            data-event="earlier.requested"
            disabled={!can.event('earlier.requested')}
            onClick={() => send({ type: 'earlier.requested' })}
          >
            Earlier rows
          </Button>
          <Button
            variant="default"
            size="xs"
            data-event="later.requested"
            disabled={!can.event('later.requested')}
            onClick={() => send({ type: 'later.requested' })}
          >
            Later rows
          </Button>
        </div>
      )}
    </div>
  );
}

function counting(show: Report['show'], words: string, count: number): ReactNode {
  return (
    <span data-event={`${show}.requested`}>
      {words} {count.toLocaleString()}
    </span>
  );
}

function Row({ row }: { row: ReportRow }): ReactNode {
  const Icon = icons[row.does];
  return (
    <tr>
      <td className={styles.number}>{row.row}</td>
      <td>
        <span className={styles.name}>{row.name || 'No name'}</span>
        <span className={styles.place}>{row.place}</span>
      </td>
      <td>
        <span className={styles.does} data-does={row.does}>
          <Icon size={16} aria-hidden /> {doingOf(row)}
        </span>
        {row.refusals.length > 0 && (
          <ul className={styles.refusals}>
            {row.refusals.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                <code>{field}</code> {message}
              </li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}
