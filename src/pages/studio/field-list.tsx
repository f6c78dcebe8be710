import { TextInput } from '@mantine/core';
import { useContext, useMemo, useState, type ReactNode } from 'react';
import type { ScreenDocument } from '#engine/document/document.ts';
import { useWords } from '../../words/words.ts';
import { AddField } from './add-field.tsx';
import { AddSection } from './add-section.tsx';
import { withNewField } from './document-edits.ts';
import { fieldsOf, type DocumentField } from './document-fields.ts';
import { sectionOf } from './document-sections.ts';
import { FieldRow } from './field-row.tsx';
import { CompiledScreen, withKnownChoices } from './known-choices.ts';
import { SectionHead } from './section-head.tsx';
import styles from './screen-editor.module.css';

interface Props {
  document: ScreenDocument;
  /** Whether the flow stores fields that a product owner adds. */
  keepsFields: boolean;
  onChange: (document: ScreenDocument) => void;
}

/** The words and the fields of a screen in its sections, each field with what a person may change of it. */
export function FieldList({ document, keepsFields, onChange }: Props): ReactNode {
  const t = useWords();
  const [open, setOpen] = useState<string>();
  const fields = fieldsOf(document);
  const compiled = useContext(CompiledScreen);
  const read = useMemo(() => withKnownChoices(document, compiled), [document, compiled]);
  const { sections = [] } = document;
  const inSection = (index: number): DocumentField[] =>
    fields.filter(({ name }) => sectionOf(document, name) === index);
  const rows = (shown: readonly DocumentField[], label: string): ReactNode => (
    <ul className={styles.list} aria-label={label}>
      {shown.map((field) => (
        <FieldRow
          key={field.at}
          document={document}
          read={read}
          field={field}
          isOpen={open === field.at}
          isFirst={field.name === shown[0]?.name}
          isLast={field.name === shown.at(-1)?.name}
          onOpen={setOpen}
          onChange={(next, moved) => {
            onChange(next);
            if (moved !== undefined) setOpen(moved.at);
          }}
        />
      ))}
    </ul>
  );
  return (
    <div className={styles.fields}>
      <TextInput
        size="sm"
        label={t('studio.editor.screenTitle')}
        value={document.title}
        onChange={(event) => onChange({ ...document, title: event.currentTarget.value })}
      />
      <TextInput
        size="sm"
        label={t('studio.editor.screenDescription')}
        value={document.description ?? ''}
        onChange={(event) => {
          const { description: _, ...rest } = document;
          const said = event.currentTarget.value;
          onChange(said === '' ? rest : { ...rest, description: said });
        }}
      />
      {document.schema === undefined ? (
        <p className={styles.quiet}>{t('studio.editor.noFields')}</p>
      ) : (
        <>
          {rows(inSection(-1), t('studio.editor.fieldList'))}
          {sections.map(({ title, fields: held }, index) => (
            <div key={held.join(' ')} className={styles.sectionPart}>
              <SectionHead document={document} index={index} onChange={onChange} />
              {rows(inSection(index), title)}
            </div>
          ))}
          {keepsFields ? (
            <AddField
              document={document}
              onAdd={(added) => {
                const next = withNewField(document, added);
                onChange(next.document);
                setOpen(next.field.at);
              }}
            />
          ) : (
            <p className={styles.quiet}>{t('studio.editor.keepsNoFields')}</p>
          )}
          <AddSection document={document} fields={fields} onChange={onChange} />
        </>
      )}
    </div>
  );
}
