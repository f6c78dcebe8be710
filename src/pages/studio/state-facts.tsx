import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { GraphState, GraphTransition, StateGraph } from '#engine/flow/state-graph.ts';
import parts from '../../parts/parts.module.css';
import { useWords } from '../../words/words.ts';
import { conditionWords, eventWords, plainName } from './event-words.ts';
import styles from './studio.module.css';

interface Props {
  graph: StateGraph;
  state: GraphState;
  titleOf: (path: string) => string;
  onChoose: (path: string) => void;
}

/** What a state is, where its events lead, and which lead to it. */
export function StateFacts({ graph, state, titleOf, onChoose }: Props): ReactNode {
  const t = useWords();
  const leaving = graph.transitions.filter(({ from }) => from === state.path);
  const screenTitle = (screen: string): string => {
    const shown = graph.states.find((one) => one.screen === screen);
    return shown === undefined ? screen : titleOf(shown.path);
  };
  const arriving = graph.transitions.filter(({ to, from }) => to === state.path && from !== state.path);
  return (
    <div className={styles.facts}>
      <dl className={parts.facts}>
        <dt>{t('studio.state')}</dt>
        <dd className={styles.code}>{state.path}</dd>
        <dt>{t('studio.kindOfState')}</dt>
        <dd>{t(`studio.stateKind.${state.kind}`)}</dd>
        {state.screen === undefined ? null : (
          <>
            <dt>{t('studio.screen')}</dt>
            <dd className={styles.code}>{state.screen}</dd>
          </>
        )}
        {state.effects.length === 0 ? null : (
          <>
            <dt>{t('studio.effects')}</dt>
            <dd>{state.effects.map(plainName).join(', ')}</dd>
          </>
        )}
      </dl>
      <Ways
        title={t('studio.leadsTo')}
        none={t('studio.leadsNowhere')}
        ways={leaving}
        end="to"
        {...{ screenTitle, titleOf, onChoose }}
      />
      <Ways
        title={t('studio.comesFrom')}
        none={t('studio.beginsHere')}
        ways={arriving}
        end="from"
        {...{ screenTitle, titleOf, onChoose }}
      />
    </div>
  );
}

interface WaysProps extends Pick<Props, 'titleOf' | 'onChoose'> {
  title: string;
  none: string;
  ways: readonly GraphTransition[];
  end: 'from' | 'to';
  screenTitle: (screen: string) => string;
}

function Ways({ title, none, ways, end, screenTitle, titleOf, onChoose }: WaysProps): ReactNode {
  const t = useWords();
  return (
    <section aria-label={title}>
      <h3 className={styles.waysTitle}>{title}</h3>
      {ways.length === 0 ? (
        <p className={styles.quiet}>{none}</p>
      ) : (
        <ul className={styles.ways}>
          {ways.map((way, index) => (
            <li key={index}>
              <UnstyledButton className={styles.way} onClick={() => onChoose(way[end])}>
                <span className={styles.wayEvent}>{eventWords(t, way.event)}</span>
                <span className={styles.wayEnd}>{titleOf(way[end])}</span>
              </UnstyledButton>
              {way.condition === undefined && way.group === undefined ? null : (
                <p className={styles.quiet}>
                  {way.condition === undefined ? null : conditionWords(t, way.condition, screenTitle)}{' '}
                  {way.group === undefined ? null : t('studio.ofGroup', { group: way.group || t('studio.wholeFlow') })}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
