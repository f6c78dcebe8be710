import type { ReactNode } from 'react';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { useWords } from '../../words/words.ts';
import { DefaultsForm } from './defaults-form.tsx';

/** Whom alerts notify, unless an organization says otherwise. */
export function DivisionDefaults(): ReactNode {
  const t = useWords();
  const defaults = useCall('readDivisionAlertDefaults');
  const save = useAct('saveDivisionAlertDefaults', {
    done: t('alertDefaults.saved'),
    failed: t('alertDefaults.saveFailed'),
    refresh: ['readDivisionAlertDefaults', 'readAlertDefaults'],
  });
  return (
    <Card title={t('alertDefaults.title')} text={t('alertDefaults.divisionText')}>
      <DataState of={defaults} failed={t('alertDefaults.failed')}>
        {(stored) => (
          <DefaultsForm
            stored={stored}
            clientId={0}
            busy={save.busy}
            failure={save.failure}
            onSave={async (body) => (await save.run({ body })) !== undefined}
          />
        )}
      </DataState>
    </Card>
  );
}
