import { Button } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { stateGraph, type GraphState } from '#engine/flow/state-graph.ts';
import { flowTitle } from './flow-title.ts';
import { flowManifests } from '../../flow/registry.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { NotFound } from '../../shell/page-boundary.tsx';
import { Page } from '../../shell/page.tsx';
import { defaultLanguage, useWords } from '../../words/words.ts';
import { useShownFlow, type ShownFlow } from './use-shown-flow.ts';
import { Diagram } from './diagram.tsx';
import { screenEditorPath, studioFlowPath, studioPath } from './paths.ts';
import { ScreenPreview } from './screen-preview.tsx';
import { StateFacts } from './state-facts.tsx';
import styles from './studio.module.css';

/** A flow: its machine as a diagram, and the screen of the state that is chosen there. */
export default function StudioFlowPage(): ReactNode {
  const t = useWords();
  const { flow: id = '' } = useParams({ strict: false }) as { flow?: string };
  const manifest = flowManifests.get(id);
  const shown = useShownFlow(id);
  if (manifest === undefined) return <NotFound />;
  return (
    <Page
      title={flowTitle(id)}
      description={t('studio.flowText', { id })}
      parents={[{ path: studioPath, title: t('studio.title') }]}
    >
      <DataState of={shown} failed={t('studio.notLoaded')} tall>
        {(flow) => <FlowMap key={id} id={id} {...flow} />}
      </DataState>
    </Page>
  );
}

function FlowMap({ id, loaded, preview: { Stage, statesOf } }: ShownFlow & { id: string }): ReactNode {
  const t = useWords();
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const [language, setLanguage] = useState<string>(defaultLanguage);
  const graph = useMemo(() => stateGraph(loaded.flow.machine), [loaded]);
  const shown = useMemo(() => statesOf(loaded), [loaded, statesOf]);
  const begun = shown.find(({ busy }) => !busy)?.path;
  const first = graph.states.find(({ path }) => path === begun) ?? graph.states[0];
  const state = graph.states.find(({ path }) => path === search['state']) ?? first;
  const choose = (path: string): void =>
    void navigate({ to: studioFlowPath(id), search: { state: path } as never, resetScroll: false, replace: true });
  const titleOf = ({ path, screen }: GraphState): string =>
    (screen === undefined ? undefined : loaded.screens[screen]?.document.title) || inWords(path);
  const titleAt = (path: string): string => {
    const found = graph.states.find((each) => each.path === path);
    return found === undefined ? path : titleOf(found);
  };
  if (state === undefined) return null;
  return (
    <div className={styles.stack}>
      <Card title={t('studio.machine')} text={t('studio.machineText', { count: graph.states.length })} flush>
        <Diagram graph={graph} titleOf={titleOf} chosen={state.path} onChoose={choose} />
      </Card>
      <div className={styles.below}>
        <Card
          title={titleOf(state)}
          actions={
            state.screen === undefined ? null : (
              <Button size="xs" variant="default" component={Link} to={screenEditorPath(id, state.screen)}>
                {t('studio.editScreen')}
              </Button>
            )
          }
        >
          <StateFacts graph={graph} state={state} titleOf={titleAt} onChoose={choose} />
        </Card>
        <ScreenPreview
          key={state.path}
          Stage={Stage}
          loaded={loaded}
          language={language}
          onLanguage={setLanguage}
          shown={shown.filter(({ path }) => path === state.path)}
        />
      </div>
    </div>
  );
}

/** `editing.loadFailed` → `Load failed`. */
function inWords(path: string): string {
  const last = path.split('.').at(-1) ?? path;
  const spaced = last.replace(
    /([a-z])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
