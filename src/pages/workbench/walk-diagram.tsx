import { useMemo, type ReactNode } from 'react';
import { stateGraph, type GraphState } from '#engine/flow/state-graph.ts';
import { flowTitle } from '../studio/flow-title.ts';
import type { LoadedFlow } from '../../flow/loaded-flow.ts';
import { Card } from '../../parts/card.tsx';
import { useWords } from '../../words/words.ts';
import { Diagram } from '../studio/diagram.tsx';
import { useShownFlow } from '../studio/use-shown-flow.ts';
import { stateTitles, type PathRun } from './path-run.ts';
import styles from './workbench.module.css';

/** The machine that is walked, with the states that paths have reached so far, and the one in which the latest path ended. */
export function WalkDiagram({ walk }: { walk: NonNullable<PathRun['now']> }): ReactNode {
  const t = useWords();
  const shown = useShownFlow(walk.flow);
  return (
    <Card title={flowTitle(walk.flow)} text={t('workbench.walkText')} flush>
      {/* Stays empty if the flow cannot be loaded; the list below still shows the results. */}
      <div className={styles.walkDiagram}>
        {shown.data ? <Walked key={walk.flow} loaded={shown.data.loaded} walk={walk} /> : null}
      </div>
    </Card>
  );
}

function Walked({ loaded, walk }: { loaded: LoadedFlow; walk: NonNullable<PathRun['now']> }): ReactNode {
  const t = useWords();
  const graph = useMemo(() => stateGraph(loaded.flow.machine), [loaded]);
  const titleOf = useMemo((): ((state: GraphState) => string) => stateTitles(loaded), [loaded]);
  // The machine leaves these states at once, so no path reports them.
  const passing = useMemo(
    () => new Set(graph.states.filter(({ kind }) => kind === 'passing').map(({ path }) => path)),
    [graph],
  );
  const toneOf = (path: string) => {
    if (passing.has(path)) return undefined;
    if (walk.failed.includes(path)) return { tone: 'failed' as const, words: t('workbench.tone.failed') };
    return walk.reached.includes(path)
      ? { tone: 'covered' as const, words: t('workbench.tone.covered') }
      : { tone: 'ahead' as const, words: t('workbench.tone.ahead') };
  };
  return <Diagram graph={graph} titleOf={titleOf} chosen={walk.at} toneOf={toneOf} />;
}
