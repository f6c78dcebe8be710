import { UnstyledButton } from '@mantine/core';
import { IconWalk } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import type { RecordedState } from '#api/contract/recordings.ts';
import { stateGraph } from '#engine/flow/state-graph.ts';
import { useFormat } from '#screens/shared/format.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { flowTitle } from '../studio/flow-title.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { When } from '../../parts/when.tsx';
import { NotFound } from '../../shell/page-boundary.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { Diagram } from '../studio/diagram.tsx';
import { useShownFlow, type ShownFlow } from '../studio/use-shown-flow.ts';
import { KeptPathsCard } from './kept-paths-card.tsx';
import { stateTitles } from './path-run.ts';
import { recordedFlowPath, workbenchPath } from './paths.ts';
import { RecordedSession } from './recorded-session.tsx';
import { spentTime } from './spent-time.ts';
import styles from './workbench.module.css';

type Recorded = CallReply<'readRecordedFlow'>;

/** What technicians did in a flow: where they are left, how long each step takes, where they go back, and each session. */
export default function RecordedFlowPage(): ReactNode {
  const t = useWords();
  const flow = String(useParams({ strict: false, select: (params: { flow?: string }) => params.flow }));
  const recorded = useCall('readRecordedFlow', { params: { flow } }, { refetchEverySeconds: 30 });
  const shown = useShownFlow(flow);
  if (recorded.error?.code === 'not_found' || recorded.error?.code === 'invalid_input') return <NotFound />;
  return (
    <Page
      title={t('workbench.sessions.title')}
      parents={[{ path: workbenchPath, title: t('workbench.title') }]}
      description={flowTitle(flow)}
    >
      <DataState of={recorded} failed={t('workbench.sessions.failed')} tall>
        {(data) => (
          <div className={styles.stack}>
            {data.recordings.length === 0 ? (
              <Message
                tall
                icon={<IconWalk size={28} stroke={1.5} />}
                title={t('workbench.sessions.none')}
                text={t('workbench.sessions.noneText')}
              />
            ) : (
              <DataState of={shown} failed={t('studio.notLoaded')} tall>
                {(parts) => <Sessions flow={flow} data={data} shown={parts} />}
              </DataState>
            )}
            <KeptPathsCard flow={flow} />
          </div>
        )}
      </DataState>
    </Page>
  );
}

function Sessions({ flow, data, shown }: { flow: string; data: Recorded; shown: ShownFlow }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const session = typeof search['session'] === 'string' ? search['session'] : undefined;
  const { loaded } = shown;
  const graph = useMemo(() => stateGraph(loaded.flow.machine), [loaded]);
  const titleOf = useMemo(() => stateTitles(loaded), [loaded]);
  const byPath = new Map(data.states.map((state) => [state.state, state]));
  // Where most were left, people look first.
  const [chosen, setChosen] = useState(
    () => data.states.toSorted((a, b) => b.left - a.left)[0]?.state ?? graph.states[0]?.path ?? '',
  );
  const toneOf = (path: string) => {
    const state = byPath.get(path);
    if (state === undefined) return { tone: 'ahead' as const, words: t('workbench.sessions.tone.none') };
    return state.left > 0
      ? { tone: 'missed' as const, words: t('workbench.sessions.tone.left') }
      : { tone: 'covered' as const, words: t('workbench.sessions.tone.reached') };
  };
  const noteOf = (path: string) => {
    const state = byPath.get(path);
    if (state === undefined) return undefined;
    const parts = [
      t('workbench.sessions.count', { count: state.sessions }),
      ...(state.medianMs === null ? [] : [spentTime(format, state.medianMs)]),
      ...(state.left === 0 ? [] : [t('workbench.sessions.leftHere', { count: state.left })]),
    ];
    return parts.join(' · ');
  };
  const choose = (next: string | undefined): void =>
    void navigate({
      to: recordedFlowPath(flow),
      search: (next === undefined ? {} : { session: next }) as never,
      resetScroll: false,
    });
  // In the order of the machine, as the diagram has them.
  const states = graph.states.flatMap((state) => {
    const counted = byPath.get(state.path);
    return counted === undefined ? [] : [{ ...counted, title: titleOf(state) }];
  });
  return (
    <>
      <Card title={t('studio.machine')} text={t('workbench.sessions.diagramText')} flush>
        <Diagram graph={graph} titleOf={titleOf} chosen={chosen} onChoose={setChosen} toneOf={toneOf} noteOf={noteOf} />
      </Card>
      <States states={states} chosen={chosen} />
      <Card title={t('workbench.sessions.sessions')} count={data.recordings.length} flush>
        <ul className={styles.pathList}>
          {data.recordings.map(({ id, mode, startedAt, outcome, ms, steps, state }) => (
            <li key={id}>
              <UnstyledButton
                className={`${styles.path} ${styles.session}`}
                aria-pressed={id === session}
                data-chosen={id === session || undefined}
                onClick={() => choose(id === session ? undefined : id)}
              >
                <span className={styles.sessionWhen}>
                  <When at={startedAt} />
                </span>
                <Tag tone={outcome === null ? 'idle' : outcome === 'finished' ? 'good' : 'warn'}>
                  {outcome === null ? t('workbench.sessions.outcome.open') : t(`workbench.sessions.outcome.${outcome}`)}
                </Tag>
                <span className={styles.pathName}>{state}</span>
                <span className={styles.quiet}>
                  {mode} · {t('workbench.sessions.steps', { count: steps })} · {spentTime(format, ms)}
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </Card>
      {session === undefined ? null : <RecordedSession key={session} id={session} flow={flow} shown={shown} />}
    </>
  );
}

/** The same numbers as in the diagram, to read and compare. */
function States({ states, chosen }: { states: (RecordedState & { title: string })[]; chosen: string }): ReactNode {
  const t = useWords();
  const format = useFormat();
  return (
    <Card title={t('workbench.sessions.states')} flush>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('workbench.sessions.state')}</th>
              <th scope="col">{t('workbench.sessions.sessions')}</th>
              <th scope="col">{t('workbench.sessions.medianTime')}</th>
              <th scope="col">{t('workbench.sessions.left')}</th>
              <th scope="col">{t('workbench.sessions.back')}</th>
              <th scope="col">{t('workbench.sessions.refused')}</th>
            </tr>
          </thead>
          <tbody>
            {states.map(({ state, title, sessions, medianMs, left, back, refused }) => (
              <tr key={state} aria-current={state === chosen || undefined}>
                <td>
                  {title}
                  {title === state ? null : <span className={styles.stateId}>{state}</span>}
                </td>
                <td className={styles.count}>{format.number(sessions)}</td>
                <td>{medianMs === null ? '–' : spentTime(format, medianMs)}</td>
                <td className={styles.count}>{format.number(left)}</td>
                <td className={styles.count}>{format.number(back)}</td>
                <td className={styles.count}>{format.number(refused)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
