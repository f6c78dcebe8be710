import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { SummaryCell, SummaryItem } from '#engine/flow/summary.ts';
import { OptionNames } from '../options/option-names.tsx';
import { useOptions } from '../options/option-sources.tsx';
import { useFormat } from '../shared/format.ts';
import { SmallTable } from '../shared/small-table.tsx';
import { useScreenWords } from '../words.tsx';
import styles from './step.module.css';

/** One answer as a summary tells it. */
export function Answer({ item }: { item: SummaryItem }): ReactNode {
  const words = useScreenWords();
  if (item.option) return <Chosen {...item.option} />;
  if (item.table) return <Rows label={item.label} {...item.table} />;
  if (item.text === undefined) return <span className={styles.notGiven}>{words.notGiven}</span>;
  if (item.moment) return <Moment text={item.text} kind={item.moment} />;
  return item.secret ? <Secret text={item.text} label={item.label} /> : item.text;
}

/** In the viewer's language; an instant in the viewer's zone as well. */
export function Moment({ text, kind }: { text: string; kind: NonNullable<SummaryItem['moment']> }): ReactNode {
  const format = useFormat();
  return <time dateTime={text}>{kind === 'date' ? format.calendarDate(text) : format.exact(text)}</time>;
}

function Rows({ label, columns, rows }: NonNullable<SummaryItem['table']> & { label: string }): ReactNode {
  return (
    <SmallTable
      className={styles.rows}
      label={label}
      columns={columns}
      rows={rows.map((row) =>
        row.map((cell, place) => <Told key={columns[place]} cell={cell} label={columns[place] ?? ''} />),
      )}
    />
  );
}

/** A cell of a table. */
export function Told({ cell, label }: { cell: SummaryCell; label: string }): ReactNode {
  if (cell.secret) return <Secret text={cell.text} label={label} />;
  return cell.options ? <OptionNames {...cell.options} /> : cell.text;
}

function Secret({ text, label }: { text: string; label: string }): ReactNode {
  const words = useScreenWords();
  const [shown, setShown] = useState(false);
  return (
    <span className={styles.secret}>
      {shown ? <code>{text}</code> : <span aria-label={words.hidden}>••••••••</span>}
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        aria-pressed={shown}
        aria-label={`${shown ? words.hide : words.show} ${label.toLowerCase()}`}
        onClick={() => setShown(!shown)}
      >
        {shown ? words.hide : words.show}
      </Button>
    </span>
  );
}

function Chosen({ source, value, dependsOn }: NonNullable<SummaryItem['option']>): ReactNode {
  const words = useScreenWords();
  const { status, options } = useOptions(source, dependsOn, true);
  if (status === 'loading') return <span className={styles.notGiven}>{words.loading}</span>;
  return options.find((option) => option.value === value)?.label ?? String(value);
}
