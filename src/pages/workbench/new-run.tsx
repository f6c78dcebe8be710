import { Button, Checkbox, MultiSelect, NumberInput, Radio } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { pathCriteria, workbenchTiers, type PathCriterion, type WorkbenchTier } from '#api/contract/workbench.ts';
import { useAct } from '../../data/use-act.ts';
import { Card } from '../../parts/card.tsx';
import { useWords } from '../../words/words.ts';
import { walkedFlows } from './path-run.ts';
import { pathRunPath } from './paths.ts';
import styles from './workbench.module.css';

/** Pairs take as long as all others together, and find little more. */
const usual: readonly PathCriterion[] = pathCriteria.filter((one) => one !== 'pairs');

/** Chooses flows, a tier, criteria and a seed, and starts a run. */
export function NewRun(): ReactNode {
  const t = useWords();
  const navigate = useNavigate();
  const [flows, setFlows] = useState<string[]>([]);
  const [tier, setTier] = useState<WorkbenchTier>('machine');
  const [criteria, setCriteria] = useState<readonly PathCriterion[]>(usual);
  const [seed, setSeed] = useState<number | string>(1);
  const start = useAct('startPathRun', { failed: t('workbench.startFailed'), refresh: ['listPathRuns'] });
  const begin = async (): Promise<void> => {
    const all = walkedFlows().map(({ value }) => value);
    const wanted = pathCriteria.filter((one) => criteria.includes(one));
    const body = { flows: flows.length === 0 ? all : flows, tier, criteria: wanted, seed: Number(seed) };
    const run = await start.run({ body });
    if (run) void navigate({ to: pathRunPath(run.id) });
  };
  return (
    <Card title={t('workbench.newRun')} text={t('workbench.newRunText')}>
      <form
        className={styles.newRun}
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
      >
        <MultiSelect
          label={t('workbench.flows')}
          placeholder={flows.length === 0 ? t('workbench.allFlows', { count: walkedFlows().length }) : ''}
          data={walkedFlows()}
          value={flows}
          onChange={setFlows}
          searchable
          clearable
          nothingFoundMessage={t('studio.noneFound')}
        />
        <Radio.Group label={t('workbench.walkedIn')} value={tier} onChange={(next) => setTier(next as WorkbenchTier)}>
          <div className={styles.criteria}>
            {workbenchTiers.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`workbench.tierName.${one}`)}
                description={t(`workbench.tierText.${one}`)}
              />
            ))}
          </div>
        </Radio.Group>
        <Checkbox.Group
          label={t('workbench.criteria')}
          value={[...criteria]}
          onChange={(chosen) => setCriteria(chosen as PathCriterion[])}
          error={criteria.length === 0 ? t('workbench.noCriterion') : undefined}
        >
          <div className={styles.criteria}>
            {pathCriteria.map((one) => (
              <Checkbox
                key={one}
                value={one}
                label={t(`workbench.criterion.${one}`)}
                description={t(`workbench.criterionText.${one}`)}
              />
            ))}
          </div>
        </Checkbox.Group>
        <NumberInput
          label={t('workbench.seed')}
          description={t('workbench.seedText')}
          className={styles.seed}
          min={1}
          max={2_147_483_647}
          allowDecimal={false}
          clampBehavior="strict"
          value={seed}
          onChange={setSeed}
          error={seed === '' ? t('workbench.noSeed') : undefined}
        />
        <div>
          <Button
            type="submit"
            leftSection={<IconPlayerPlay size={16} />}
            loading={start.busy}
            disabled={criteria.length === 0 || seed === ''}
          >
            {t('workbench.start')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
