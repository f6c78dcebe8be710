import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CompiledScreen } from '#engine/document/document.ts';
import { summaryOf } from '#engine/flow/summary.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import type { ShownState, Stage as StageOf } from '../../gallery/preview.ts';
import type { LoadedFlow } from '../../flow/loaded-flow.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { useWords } from '../../words/words.ts';
import { AddCaseModal } from './add-case-modal.tsx';
import { AddedItem } from './added-item.tsx';
import styles from './workbench.module.css';

interface Props {
  loaded: LoadedFlow;
  Stage: typeof StageOf;
  state: ShownState;
}

/** The cases of a state: answers that every run gives there. */
export function CasesCard({ loaded, Stage, state }: Props): ReactNode {
  const t = useWords();
  const flow = loaded.flow.id;
  const asked = useCall('listAssertions', { params: { flow } });
  const add = useAct('addAssertion', { failed: t('workbench.case.failed'), refresh: ['listAssertions'] });
  const [adds, setAdds] = useState(false);
  const screen = loaded.screens[state.screen];
  if (screen?.document.schema === undefined) return null;
  const own = (asked.data ?? []).filter((one) => one.state === state.path && one.kind === 'case');
  return (
    <Card
      title={t('workbench.case.title')}
      text={t('workbench.case.text', { state: state.path })}
      count={own.length}
      flush
      actions={
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => setAdds(true)}>
          {t('workbench.case.add')}
        </Button>
      }
    >
      <DataState of={asked} failed={t('workbench.assertionsFailed')}>
        {() =>
          own.length === 0 ? (
            <p className={styles.empty}>{t('workbench.case.none')}</p>
          ) : (
            <ul className={styles.assertions}>
              {own.map(({ text, answers, ...added }) => (
                <AddedItem
                  key={added.id}
                  added={added}
                  remove={{
                    call: 'removeAssertion',
                    label: t('workbench.case.remove', { name: text }),
                    failed: t('workbench.case.removeFailed'),
                    done: t('workbench.removed', { name: text }),
                    undo: async () =>
                      (await add.run({
                        params: { flow },
                        body: { state: state.path, kind: 'case', text, screen: screen.id, answers: answers ?? {} },
                      })) !== undefined,
                  }}
                >
                  <span className={styles.assertion}>{text}</span>
                  <span className={styles.quiet}>{inWords(screen, answers ?? {})}</span>
                </AddedItem>
              ))}
            </ul>
          )
        }
      </DataState>
      {adds ? <AddCaseModal loaded={loaded} Stage={Stage} state={state} onClose={() => setAdds(false)} /> : null}
    </Card>
  );
}

/** "Name: Northwind · Time zone: Division". */
function inWords(screen: CompiledScreen, answers: Record<string, unknown>): string {
  return (
    summaryOf([screen], { [screen.id]: answers })
      .flatMap(({ items }) => items)
      // The name of what an id stands for is another installation's.
      .flatMap(({ label, text }) => (text === undefined ? [] : [`${label}: ${text}`]))
      .join(' · ')
  );
}
