import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import type { CallFailed } from '#api/call-failed.ts';
import type { CallName } from '#api/contract/catalogue.ts';
import type { CustomFields } from '#api/contract/custom-fields.ts';
import { summarizeCustom } from '#engine/flow/summarize-custom.ts';
import { OptionSourcesProvider } from '#screens/options/option-sources.tsx';
import { Answer } from '#screens/step/answer.tsx';
import { Card } from '../parts/card.tsx';
import { DataState } from '../parts/data-state.tsx';
import parts from '../parts/parts.module.css';
import { useWords } from '../words/words.ts';
import { optionSources } from './option-sources.ts';
import { loadFlow, type LoadedFlow } from './registry.ts';

export interface CustomCardProps {
  /** The flow whose screens ask the fields. */
  flow: string;
  /** Its call that saves the entity. */
  call: CallName;
  entity: { custom: CustomFields };
}

/** Each custom field under the title of its screen. */
export function CustomCard({ flow: id, call, entity }: CustomCardProps): ReactNode {
  const t = useWords();
  const loaded = useQuery<LoadedFlow, CallFailed>({
    queryKey: ['flow', id],
    queryFn: () => loadFlow(id),
    staleTime: Infinity,
  });
  return (
    <Card title={t('customFields.title')}>
      <DataState of={loaded} failed={t('customFields.failed')}>
        {({ flow, screens }) => (
          <OptionSourcesProvider value={optionSources}>
            <dl className={parts.facts}>
              {summarizeCustom(flow, call, { screens, entity }).map((item) => (
                <Fragment key={item.pointer}>
                  <dt>{item.label}</dt>
                  <dd>
                    <Answer item={item} />
                  </dd>
                </Fragment>
              ))}
            </dl>
          </OptionSourcesProvider>
        )}
      </DataState>
    </Card>
  );
}
