import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { CallFailed } from '#api/call-failed.ts';
import type { CallName } from '#api/contract/catalogue.ts';
import type { CustomFields } from '#api/contract/custom-fields.ts';
import { segmentsOf } from '#engine/document/pointer.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { listedField, type ListedField } from '#engine/flow/listed-field.ts';
import { customAnswers } from '#engine/flow/sends.ts';
import { itemOf } from '#engine/flow/summary.ts';
import { fetchedPart } from '#screens/fetched-part.tsx';
import type { Column } from '../table/column.ts';
import { useWordsEdition } from '../words/words.ts';
import type { LoadedFlow } from './loaded-flow.ts';
import { loadFlow } from './registry.ts';
import { inLanguage } from './spoken-flow.ts';

const CustomCell = fetchedPart(async () => (await import('./custom-values.tsx')).CustomCell);

/** A custom field with the screen that asks it. */
export interface CustomField extends ListedField {
  document: ScreenDocument;
}

export interface CustomList {
  /** Those that every organization's screens ask, in their order; none until the first reply and their flow are here. */
  fields: readonly CustomField[];
  /** Reads the names of the fields from a reply of the list. */
  onReply: (reply: { customFields?: readonly string[] } | undefined) => void;
}

const none: readonly CustomField[] = [];

/** The custom fields of a list. Where its screens ask none, nothing of their flow is fetched. */
export function useCustomList(flow: string, call: CallName): CustomList {
  const [names, setNames] = useState('');
  const { data = none } = useQuery({
    queryKey: ['flow', flow, null, useWordsEdition()],
    queryFn: async () => inLanguage(await loadFlow(flow)),
    enabled: names !== '',
    select: (loaded) => fieldsOf(loaded, call),
  });
  useEffect(() => {
    // Fetches the code of the cells while the flow loads. A failed fetch is retried when a cell renders.
    if (names !== '') CustomCell.fetch().catch(() => undefined);
  }, [names]);
  return {
    fields: names === '' ? none : data,
    onReply: (reply) => {
      const now = reply?.customFields === undefined ? '' : JSON.stringify(reply.customFields);
      if (reply !== undefined && now !== names) setNames(now);
    },
  };
}

function fieldsOf({ flow, screens }: LoadedFlow, call: CallName): CustomField[] {
  return [...customAnswers(flow, call).values()].flatMap((answer) => {
    const [screen = '', name = ''] = segmentsOf(answer);
    const document = screens[screen]?.document;
    return document === undefined ? [] : [{ ...listedField(document, name), document }];
  });
}

/**
 * A column for each field, with the words that its screen has for the value. `shownAtFirst`: how many the list has room for beside its
 * own; its menu has the others.
 */
export function useCustomColumns<Row extends { custom: CustomFields }>(
  fields: readonly CustomField[],
  shownAtFirst: number,
): Column<Row>[] {
  return useMemo(
    () =>
      fields.map(({ name, title, kind, document }, index) => ({
        id: `custom.${name}`,
        title,
        from: 1140,
        width: 124,
        optional: index >= shownAtFirst,
        ...(kind === 'number' && { align: 'end' as const }),
        ...(kind !== 'reference' && {
          sortBy: ({ custom }: Row) => {
            const value = custom[name];
            return value === undefined ? null : String(value);
          },
        }),
        cell: ({ custom }: Row) => {
          const item = itemOf(document, name, custom);
          return item?.text === undefined && item?.option === undefined ? null : <CustomCell item={item} />;
        },
      })),
    [fields, shownAtFirst],
  );
}

/** A link may name a field that no screen asks any more: the list is then shown without its filter. */
export function useReadableFilter(error: CallFailed | null, custom: string | undefined, onClear: () => void): void {
  const isRefused = custom !== undefined && error?.fields?.['/custom'] !== undefined;
  useEffect(() => {
    if (isRefused) onClear();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each refusal
  }, [isRefused]);
}
