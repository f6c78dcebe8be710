import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { flowTitle } from './flow-title.ts';
import { Card } from '../../parts/card.tsx';
import { Failure, Message } from '../../parts/message.tsx';
import { useWords } from '../../words/words.ts';
import { GateProgress } from './gate-progress.tsx';
import { PlayModal } from './play-modal.tsx';
import styles from './screen-editor.module.css';
import type { Check, Judged } from './use-check.ts';

const MOST_SHOWN = 20;

/** A path that breaks, and its flow. */
interface Played {
  of: string;
  path: string;
}

/** What the check found: each path that breaks, as the steps of a person. */
export function CheckResult({ check, flow, screen }: { check: Check; flow: string; screen: string }): ReactNode {
  const t = useWords();
  const [played, setPlayed] = useState<Played>();
  const { busy, judged, failure } = check;
  if (!busy && judged === undefined && failure === undefined) return null;
  return (
    <Card title={t('studio.editor.result')}>
      {busy ? (
        <GateProgress flow={flow} screen={screen} onStop={check.stop} />
      ) : failure === undefined ? (
        <Found judged={judged as Judged} flow={flow} onPlay={setPlayed} />
      ) : (
        <Failure title={t('studio.editor.checkFailed')} error={failure} onRetry={() => void check.run()} />
      )}
      {played === undefined ? null : (
        <PlayModal flow={flow} screen={screen} {...played} onClose={() => setPlayed(undefined)} />
      )}
    </Card>
  );
}

function Found({
  judged: { problems, broken, stored },
  flow,
  onPlay,
}: {
  judged: Judged;
  flow: string;
  onPlay: (played: Played) => void;
}): ReactNode {
  const t = useWords();
  if (problems.length + broken.length + stored.count === 0)
    return <Message icon={<IconCircleCheck size={28} stroke={1.5} />} title={t('studio.editor.holds')} />;
  return (
    <div role="alert" className={styles.found}>
      <Problems problems={problems} />
      {broken.length === 0 ? null : (
        <>
          <p className={styles.foundTitle}>{t('studio.editor.broken', { count: broken.length })}</p>
          <p className={styles.quiet}>{t('studio.editor.brokenText')}</p>
          <ul className={styles.broken}>
            {broken.slice(0, MOST_SHOWN).map(({ flow: of, problems: wrong, steps, spelled }, index) => (
              <li key={index}>
                {of === flow ? null : (
                  <p className={styles.quiet}>{t('studio.editor.brokenElsewhere', { flow: flowTitle(of) })}</p>
                )}
                {wrong.map((problem) => {
                  const { law, what } = splitLaw(problem);
                  return (
                    <p key={problem} className={styles.wrong}>
                      {what}
                      {law === undefined ? null : <span className={styles.law}>{law}</span>}
                    </p>
                  );
                })}
                {steps.length === 0 ? null : (
                  <>
                    <p className={styles.quiet}>{t('studio.editor.brokenAfter')}</p>
                    <ol className={styles.steps}>
                      {steps.map((step, at) => (
                        <li key={at}>{step}</li>
                      ))}
                    </ol>
                  </>
                )}
                {spelled === '' ? null : (
                  <Button size="compact-xs" variant="default" onClick={() => onPlay({ of, path: spelled })}>
                    {t('studio.editor.stepThrough')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <BrokenStored stored={stored} />
    </div>
  );
}

/** Records and drafts that the change would break, by name. */
function BrokenStored({ stored: { count, told } }: Pick<Judged, 'stored'>): ReactNode {
  const t = useWords();
  if (count === 0) return null;
  return (
    <>
      <p className={styles.foundTitle}>{t('studio.editor.stored', { count })}</p>
      <p className={styles.quiet}>{t('studio.editor.storedText')}</p>
      <ul className={styles.broken}>
        {told.map(({ kind, name, problems }, index) => (
          <li key={index}>
            <p className={styles.wrong}>
              {kind === 'draft' ? t('studio.editor.storedDraft', { name }) : name || t('studio.editor.storedUnseen')}
            </p>
            {problems.map((problem) => (
              <p key={problem} className={styles.quiet}>
                {problem}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {count === told.length ? null : (
        <p className={styles.quiet}>{t('studio.editor.storedMore', { count: count - told.length })}</p>
      )}
    </>
  );
}

/** Splits `Law: <law>: <problem>`: the card shows the problem first and its law below. */
function splitLaw(problem: string): { law?: string; what: string } {
  const [, law, what] = /^Law: ([^:]+): ([^]*)$/.exec(problem) ?? [];
  return law === undefined || what === undefined ? { what: problem } : { law, what };
}

/** What is wrong in the document, each with its line. */
export function Problems({ problems }: Pick<Judged, 'problems'>): ReactNode {
  const t = useWords();
  if (problems.length === 0) return null;
  return (
    <div role="alert" className={styles.problems}>
      <p className={styles.foundTitle}>{t('studio.editor.problems', { count: problems.length })}</p>
      <ul>
        {problems.slice(0, MOST_SHOWN).map(({ line, column, message }, index) => (
          <li key={index}>
            <span className={styles.quiet}>{t('studio.editor.problemAt', { line, column })}</span> {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
