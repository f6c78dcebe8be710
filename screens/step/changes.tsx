import type { ReactNode } from 'react';
import type { Change, RowChange } from '#engine/flow/changes.ts';
import { useScreenWords } from '../words.tsx';
import { Answer, Told } from './answer.tsx';
import styles from './step.module.css';

/** What will be saved that differs from what is stored: old, then new. */
export function Changes({ changes, title }: { changes: readonly Change[]; title?: string }): ReactNode {
  const words = useScreenWords();
  return (
    <section className={styles.card} aria-label={title ?? words.changes}>
      <div className={styles.cardHead}>
        <h2 className={styles.cardTitle}>{title ?? words.changes}</h2>
      </div>
      {changes.length === 0 ? (
        <p className={styles.unchanged}>{words.unchanged}</p>
      ) : (
        <dl className={styles.answers}>
          {changes.map((change) => (
            <div key={`${change.screen}${change.pointer}`} className={styles.answer}>
              <dt>{change.label === change.title ? change.label : `${change.title}: ${change.label}`}</dt>
              <dd>{isTable(change) ? <Rows change={change} /> : <OldAndNew change={change} />}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function isTable({ before, after }: Change): boolean {
  return before?.table !== undefined || after?.table !== undefined;
}

function OldAndNew({ change: { before, after, pointer } }: { change: Change }): ReactNode {
  const words = useScreenWords();
  const none = { pointer, label: '' };
  return (
    <>
      <del className={styles.old}>
        <Answer item={before ?? none} />
      </del>
      <span aria-hidden> → </span>
      <span className={styles.unseen}>{words.changedTo}</span>
      <ins className={styles.new}>
        <Answer item={after ?? none} />
      </ins>
    </>
  );
}

function Rows({ change: { rows = [], before, after } }: { change: Change }): ReactNode {
  const words = useScreenWords();
  const columns = after?.table?.columns ?? before?.table?.columns ?? [];
  // Something differs that no column shows.
  if (rows.length === 0) return words.changed;
  return (
    <ul className={styles.rowChanges}>
      {rows.map((row, index) => (
        <li key={index}>
          <RowLine row={row} columns={columns} />
        </li>
      ))}
    </ul>
  );
}

function RowLine({ row: { before, after }, columns }: { row: RowChange; columns: readonly string[] }): ReactNode {
  const words = useScreenWords();
  const kind = before === undefined ? words.added : after === undefined ? words.removed : words.changed;
  const Mark = before === undefined ? 'ins' : 'del';
  const whole = (
    <Mark className={before === undefined ? styles.new : styles.old}>
      <Cells cells={after ?? before ?? []} columns={columns} />
    </Mark>
  );
  return (
    <>
      <span className={styles.changeKind}>{kind}</span>{' '}
      {before !== undefined && after !== undefined ? (
        <>
          <del className={styles.old}>
            <Cells cells={before} columns={columns} />
          </del>
          <span aria-hidden> → </span>
          <ins className={styles.new}>
            <Cells cells={after} columns={columns} />
          </ins>
        </>
      ) : (
        whole
      )}
    </>
  );
}

/** A row of a list in one line. */
export function Cells({
  cells,
  columns,
}: {
  cells: NonNullable<RowChange['after']>;
  columns: readonly string[];
}): ReactNode {
  return cells
    .map((cell, place) => ({ cell, label: columns[place] ?? '' }))
    .filter(({ cell }) => cell.text !== '')
    .map(({ cell, label }, place) => (
      <span key={label}>
        {place > 0 && ', '}
        <Told cell={cell} label={label} />
      </span>
    ));
}
