import { Loader, Select } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import type { CompiledScreen } from '#engine/document/document.ts';
import { equal } from '#engine/vocabulary/runtime.ts';
import { useWords } from '../../words/words.ts';
import type { NamedCase } from './case-words.ts';
import { useScreenCases } from './use-screen-cases.ts';

/** A case that a person chose, and what tells it from the others of its screen. */
export interface ChosenCase {
  id: string;
  of: NamedCase;
  /** Another one for each other answers that a changed document gives the case. */
  round: number;
}

interface Props {
  screen: CompiledScreen;
  chosen: ChosenCase | undefined;
  onChoose: (chosen: ChosenCase | undefined) => void;
}

const AS_SHOWN = 'as shown';
const kinds = ['example', 'accepted', 'refused'] as const;
const idOf = ({ kind, name }: NamedCase) => `${kind} ${name}`;

/** With which answers the screen is shown: as the flow comes to it, or the generated ones that it accepts and refuses. */
export function PreviewAnswers({ screen, chosen, onChoose }: Props): ReactNode {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const { cases, failed, isReady } = useScreenCases(screen, isOpen || chosen !== undefined);
  useEffect(() => {
    if (!isReady || chosen === undefined) return;
    const now = cases.find((one) => idOf(one) === chosen.id);
    // The document was changed: the case has other answers, or none any more.
    if (now === chosen.of) return;
    onChoose(now && { ...chosen, of: now, round: equal(now.data, chosen.of.data) ? chosen.round : chosen.round + 1 });
  }, [cases, isReady, chosen, onChoose]);
  const groups = kinds.map((kind) => ({
    group: t(`studio.case.groups.${kind}`),
    items: cases.filter((one) => one.kind === kind).map((one) => ({ value: idOf(one), label: one.name })),
  }));
  const isMaking = isOpen && !isReady;
  return (
    <Select
      size="xs"
      w={226}
      aria-label={t('studio.answers')}
      searchable
      allowDeselect={false}
      maxDropdownHeight={320}
      comboboxProps={{ width: 340, position: 'bottom-start' }}
      nothingFoundMessage={t('studio.case.none')}
      rightSection={isMaking ? <Loader size={14} aria-label={t('loading')} /> : undefined}
      {...(failed && { error: t('studio.case.failed') })}
      data={[
        { value: AS_SHOWN, label: t('studio.case.asShown') },
        ...(isMaking && cases.length === 0
          ? [{ value: 'making', label: t('studio.case.making'), disabled: true }]
          : groups.filter(({ items }) => items.length > 0)),
      ]}
      value={chosen?.id ?? AS_SHOWN}
      onFocus={() => setOpen(true)}
      // Typing finds a case instead of going on with the name of the one that is shown.
      onClick={(event) => event.currentTarget.select()}
      onDropdownOpen={() => setOpen(true)}
      onBlur={() => setOpen(false)}
      onChange={(id) => {
        const found = cases.find((one) => idOf(one) === id);
        onChoose(found && { id: idOf(found), of: found, round: 0 });
      }}
    />
  );
}
