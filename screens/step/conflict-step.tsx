import { Button } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { submitLabel } from '#engine/document/submit.ts';
import { changesOf } from '#engine/flow/changes.ts';
import { isSide } from '#engine/flow/conflict.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import { tellConflicts } from '#engine/flow/tell-conflicts.ts';
import { mergeVersions, type Side } from '#engine/flow/three-way.ts';
import { useFormat, type Format } from '../shared/format.ts';
import { fill, useScreenWords, type Words } from '../words.tsx';
import { Changes } from './changes.tsx';
import { ConflictField } from './conflict-field.tsx';
import styles from './conflict.module.css';
import { StepFooter } from './step-footer.tsx';
import type { StepProps } from './step-props.ts';
import stepStyles from './step.module.css';

/** Two people changed one record: field by field the person chooses what to save. */
export function ConflictStep({ screen, screens, view, send, heading }: StepProps): ReactNode {
  const words = useScreenWords();
  const format = useFormat();
  const { conflicts, taken, kept } = useMemo(() => compare(screens, view), [screens, view]);
  const pointers = conflicts.flatMap((conflict) => conflict.pointers);
  const open = conflicts.filter((conflict) => conflict.pointers.some((pointer) => !isSide(view.data[pointer])));
  const choose = (chosen: readonly string[], side: Side) => {
    const choices = Object.fromEntries(chosen.map((pointer) => [pointer, side]));
    send({ type: 'step.changed', screen: view.screen, data: { ...view.data, ...choices } });
  };
  const by = view.theirs?.by;
  return (
    <div className={stepStyles.main}>
      <div className={stepStyles.body}>
        <div className={styles.column}>
          {heading}
          <p className={styles.lead}>
            {savedBy(view, words, format)} {lead(conflicts.length, taken.length, words)}
          </p>
          {conflicts.length > 0 && (
            <div className={styles.table}>
              {conflicts.length > 1 && (
                <div className={styles.forAll}>
                  <Button variant="default" size="compact-sm" onClick={() => choose(pointers, 'mine')}>
                    {words.useMine}
                  </Button>
                  <Button variant="default" size="compact-sm" onClick={() => choose(pointers, 'theirs')}>
                    {words.useTheirs}
                  </Button>
                </div>
              )}
              <div className={styles.head} aria-hidden>
                <span>{words.field}</span>
                <span>{words.yours}</span>
                <span>{words.theirs}</span>
                <span>{words.began}</span>
              </div>
              {conflicts.map((conflict) => (
                <ConflictField
                  key={conflict.pointers[0]}
                  conflict={conflict}
                  chosen={view.data[conflict.pointers[0] ?? '']}
                  onChoose={(side) => choose(conflict.pointers, side)}
                />
              ))}
            </div>
          )}
          {taken.length > 0 && (
            <Changes title={by === undefined ? words.taken : fill(words.takenFrom, { name: by })} changes={taken} />
          )}
          {kept.length > 0 && <Changes title={words.kept} changes={kept} />}
        </div>
      </div>
      <StepFooter
        view={view}
        send={send}
        actions={[]}
        missing={open.length > 0 && fill(open.length === 1 ? words.leftOne : words.leftMany, { count: open.length })}
        primary={{
          label: submitLabel(screen.document, view) ?? words.save,
          disabled: !view.can.submit,
          onClick: () => send({ type: 'step.submitted', screen: view.screen, data: view.data }),
        }}
      />
    </div>
  );
}

function savedBy({ theirs }: StepView, words: Words, format: Format): string {
  if (theirs?.by === undefined || theirs.at === undefined) return words.savedMeanwhile;
  return fill(words.savedBy, { name: theirs.by, time: format.exact(theirs.at) });
}

function lead(conflicts: number, taken: number, words: Words): string {
  if (conflicts > 0) return words.chooseEach;
  return taken > 0 ? words.differentFields : words.sameFields;
}

/** The conflicts, what comes in from the other person, and what stays of one's own. */
function compare(screens: StepProps['screens'], view: StepView) {
  const { conflict: _choices, ...mine } = view.answers;
  const base = view.stored ?? {};
  const theirs = view.theirs?.answers ?? base;
  const versions = { base, mine, theirs };
  const asked = view.steps.flatMap(({ id }) => screens[id] ?? []);
  const conflicts = tellConflicts(asked, versions);
  const all = (side: Side) =>
    Object.fromEntries(conflicts.flatMap(({ pointers }) => pointers).map((pointer) => [pointer, side]));
  return {
    conflicts,
    taken: changesOf(asked, mine, mergeVersions(versions, all('mine'))),
    kept: changesOf(asked, theirs, mergeVersions(versions, all('theirs'))),
  };
}
