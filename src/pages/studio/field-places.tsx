import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ScreenDocument } from '#engine/document/document.ts';
import { useWords } from '../../words/words.ts';
import type { FieldAt } from './document-fields.ts';
import { sectionOf, staysInSection, withFieldInSection } from './document-sections.ts';

interface Props {
  document: ScreenDocument;
  field: FieldAt;
  onChange: (document: ScreenDocument) => void;
}

/** The section in which the field stands; nothing where the screen has no sections. */
export function FieldPlaces({ document, field: { name }, onChange }: Props): ReactNode {
  const t = useWords();
  const { sections = [] } = document;
  if (sections.length === 0) return null;
  return (
    <Select
      size="sm"
      label={t('studio.editor.fieldSection')}
      allowDeselect={false}
      disabled={staysInSection(document, name)}
      data={[
        { value: '-1', label: t('studio.editor.noSection') },
        ...sections.map(({ title }, index) => ({ value: String(index), label: title })),
      ]}
      value={String(sectionOf(document, name))}
      onChange={(index) => onChange(withFieldInSection(document, name, Number(index)))}
    />
  );
}
