import { Button, Group, Select } from '@mantine/core';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Survivor } from '#api/contract/mutants.ts';
import { stateGraph } from '#engine/flow/state-graph.ts';
import { useAct } from '../../data/use-act.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { useWords } from '../../words/words.ts';
import { useShownFlow, type ShownFlow } from '../studio/use-shown-flow.ts';
import { AssertionsCard } from './assertions-card.tsx';
import styles from './workbench.module.css';

interface Props {
  flow: string;
  survivor: Survivor;
}

/** An assertion that would notice a change: choose the state, say what it shows, and try the change again. */
export function MutantAssertion(props: Props): ReactNode {
  const t = useWords();
  const shown = useShownFlow(props.flow);
  return (
    <DataState of={shown} failed={t('studio.notLoaded')}>
      {(parts) => <Assertion {...props} {...parts} />}
    </DataState>
  );
}

function Assertion({ flow, survivor: { key, change, states }, loaded }: Props & ShownFlow): ReactNode {
  const t = useWords();
  const all = useMemo(() => stateGraph(loaded.flow.machine).states, [loaded]);
  const [state, setState] = useState(states[0] ?? all[0]?.path ?? '');
  const again = useAct('judgeMutant', { failed: t('workbench.mutants.againFailed') });
  const [noticedBy, setNoticedBy] = useState<string | null>();
  const card = useRef<HTMLDivElement>(null);
  // It stands below a list that may be long.
  useEffect(() => card.current?.scrollIntoView({ block: 'nearest' }), []);
  const titleOf = (path: string): string => {
    const screen = all.find((one) => one.path === path)?.screen;
    const title = screen === undefined ? undefined : loaded.screens[screen]?.document.title;
    return title === undefined ? path : `${title} (${path})`;
  };
  return (
    <div ref={card} className={styles.stack}>
      <Card title={t('workbench.mutants.about')} text={change}>
        <Group align="end" gap="md">
          <Select
            label={t('workbench.mutants.state')}
            allowDeselect={false}
            searchable
            w={420}
            maw="100%"
            data={all.map(({ path }) => ({ value: path, label: titleOf(path) }))}
            value={state}
            onChange={(value) => setState(value ?? state)}
          />
          <Button
            variant="default"
            loading={again.busy}
            onClick={async () => {
              setNoticedBy(undefined);
              const reply = await again.run({ params: { flow }, body: { key } });
              if (reply) setNoticedBy(reply.noticedBy);
            }}
          >
            {t('workbench.mutants.again')}
          </Button>
          <span role="status" className={noticedBy === null ? styles.bad : styles.good}>
            {noticedBy === undefined
              ? ''
              : noticedBy === null
                ? t('workbench.mutants.unnoticed')
                : t('workbench.mutants.noticedBy', { by: noticedBy })}
          </span>
        </Group>
      </Card>
      {state === '' ? null : <AssertionsCard key={state} flow={flow} state={state} />}
    </div>
  );
}
