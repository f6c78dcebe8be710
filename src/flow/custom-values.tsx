import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import type { CallFailed } from '#api/call-failed.ts';
import type { CallName } from '#api/contract/catalogue.ts';
import type { CustomFields } from '#api/contract/custom-fields.ts';
import { summarizeCustom } from '#engine/flow/summarize-custom.ts';
import type { SummaryItem } from '#engine/flow/summary.ts';
import { OptionSourcesProvider } from '#screens/options/option-sources.tsx';
import { Answer } from '#screens/step/answer.tsx';
import { Card } from '../parts/card.tsx';
import { DataState } from '../parts/data-state.tsx';
import parts from '../parts/parts.module.css';
import { optionSources } from './option-sources.ts';
import { useWords, useWordsEdition } from '../words/words.ts';
import { loadFlow } from './registry.ts';
import { inLanguage } from './spoken-flow.ts';

export interface CustomProps {
  /** The flow whose screens ask the fields. */
  flow: string;
  /** Its call that saves the entity. */
  call: CallName;
  entity: { custom: CustomFields };
  /** Whose screens ask them, where those of one organization may be its own. */
  organizationId?: number;
}

/** Each custom field under the title of its screen. */
export function CustomCard(props: CustomProps): ReactNode {
  const t = useWords();
  const items = useItems(props);
  return (
    <Card title={t('customFields.title')}>
      <DataState of={items} failed={t('customFields.failed')}>
        {(some) => (
          <OptionSourcesProvider value={optionSources}>
            <dl className={parts.facts}>
              {some.map((item) => (
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

/** The custom fields in a line of a list: "Cost centre: 4711 · Priority support: Yes". */
export function CustomNote(props: CustomProps): ReactNode {
  const { data = [] } = useItems(props);
  return (
    <OptionSourcesProvider value={optionSources}>
      <div>
        {data.map((item, index) => (
          <Fragment key={item.pointer}>
            {index > 0 ? ' · ' : null}
            {item.label}: <Answer item={item} />
          </Fragment>
        ))}
      </div>
    </OptionSourcesProvider>
  );
}

/** One of them in a cell of a table. */
export function CustomCell({ item }: { item: SummaryItem }): ReactNode {
  return (
    <OptionSourcesProvider value={optionSources}>
      <Answer item={item} />
    </OptionSourcesProvider>
  );
}

function useItems({ flow: id, call, entity, organizationId }: CustomProps): UseQueryResult<SummaryItem[], CallFailed> {
  return useQuery({
    queryKey: ['flow', id, organizationId ?? null, useWordsEdition()],
    queryFn: async () => inLanguage(await loadFlow(id, organizationId)),
    select: ({ flow, screens }) => summarizeCustom(flow, call, { screens, entity }),
  });
}
