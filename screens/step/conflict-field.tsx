import { useId, type ReactNode } from 'react';
import type { Side } from '#engine/flow/three-way.ts';
import type { ToldConflict, ToldVersion } from '#engine/flow/tell-conflicts.ts';
import { useScreenWords } from '../words.tsx';
import { Answer } from './answer.tsx';
import { Cells } from './changes.tsx';
import styles from './conflict.module.css';

interface Props {
  conflict: ToldConflict;
  /** `mine`, `theirs`, or nothing yet. */
  chosen: unknown;
  onChoose(side: Side): void;
}

/** A field that both changed: a group of two, with what both began with beside them. */
export function ConflictField({ conflict, chosen, onChoose }: Props): ReactNode {
  const words = useScreenWords();
  const name = useId();
  const { label, pointers } = conflict;
  const option = (side: Side, title: string) => (
    // What a version is told with (a secret's button) must not stand in a label.
    <div className={styles.option} data-chosen={chosen === side || undefined}>
      <label className={styles.pick}>
        <input
          type="radio"
          name={name}
          value={side}
          checked={chosen === side}
          aria-describedby={`${name}-${side}`}
          onChange={() => onChoose(side)}
        />
        <span className={styles.side}>{title}</span>
      </label>
      <div id={`${name}-${side}`} className={styles.value}>
        <Version version={conflict[side]} conflict={conflict} />
      </div>
    </div>
  );
  return (
    <fieldset className={styles.field} data-pointer={pointers[0]}>
      <legend className={styles.legend}>{label}</legend>
      {option('mine', words.yours)}
      {option('theirs', words.theirs)}
      <div className={styles.began}>
        <span className={styles.side}>{words.began}</span>
        <div className={styles.value}>
          <Version version={conflict.base} conflict={conflict} />
        </div>
      </div>
    </fieldset>
  );
}

function Version({ version: { item, cells }, conflict }: { version: ToldVersion; conflict: ToldConflict }): ReactNode {
  const words = useScreenWords();
  if (conflict.isRow) return cells ? <Cells cells={cells} columns={conflict.columns} /> : <span>{words.removed}</span>;
  return <Answer item={item ?? { pointer: '', label: conflict.label }} />;
}
