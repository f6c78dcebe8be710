import { ActionIcon, Badge, Button, Group, Select, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import type { ScreenDocument } from '#engine/document/document.ts';
import { useWords } from '../../words/words.ts';
import { fieldsOf, movedField, withNewField, withoutField } from './document-fields.ts';
import { withSectionTitle } from './document-words.ts';
import { FieldForm } from './field-form.tsx';
import styles from './screen-editor.module.css';

interface Props {
  document: ScreenDocument;
  onChange: (document: ScreenDocument) => void;
}

const kinds = ['text', 'number', 'yesNo', 'choice'] as const;
type NewKind = (typeof kinds)[number];

/** The words and the fields of a screen, each field with what a person may change of it. */
export function FieldList({ document, onChange }: Props): ReactNode {
  const t = useWords();
  const [open, setOpen] = useState<string>();
  const fields = fieldsOf(document);
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
      {document.sections?.map(({ title, fields: held }, index) => (
        <TextInput
          key={held.join(' ')}
          size="sm"
          label={t('studio.editor.sectionTitle', { number: index + 1 })}
          value={title}
          onChange={(event) => onChange(withSectionTitle(document, index, event.currentTarget.value))}
        />
      ))}
      {document.schema === undefined ? (
        <p className={styles.quiet}>{t('studio.editor.noFields')}</p>
      ) : (
        <>
          <ul className={styles.list} aria-label={t('studio.editor.fieldList')}>
            {fields.map((field, index) => (
              <li key={field.name} className={styles.field}>
                <div className={styles.fieldHead}>
                  <UnstyledButton
                    className={styles.fieldName}
                    aria-expanded={open === field.name}
                    onClick={() => setOpen(open === field.name ? undefined : field.name)}
                  >
                    {open === field.name ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
                    <span className={styles.fieldTitle}>{field.title}</span>
                    {field.required ? (
                      <Badge size="xs" variant="default">
                        {t('studio.editor.fieldRequired')}
                      </Badge>
                    ) : null}
                    <span className={styles.kind}>{t(`studio.editor.fieldKind.${field.kind}`)}</span>
                  </UnstyledButton>
                  <ActionIcon
                    size="sm"
                    variant="subtle"
                    color="gray"
                    disabled={index === 0}
                    aria-label={t('studio.editor.moveUp', { field: field.title })}
                    onClick={() => onChange(movedField(document, field.name, -1))}
                  >
                    <IconArrowUp size={16} />
                  </ActionIcon>
                  <ActionIcon
                    size="sm"
                    variant="subtle"
                    color="gray"
                    disabled={index === fields.length - 1}
                    aria-label={t('studio.editor.moveDown', { field: field.title })}
                    onClick={() => onChange(movedField(document, field.name, 1))}
                  >
                    <IconArrowDown size={16} />
                  </ActionIcon>
                  <ActionIcon
                    size="sm"
                    variant="subtle"
                    color="gray"
                    aria-label={t('studio.editor.remove', { field: field.title })}
                    onClick={() => onChange(withoutField(document, field.name))}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                </div>
                {open === field.name ? <FieldForm document={document} field={field} onChange={onChange} /> : null}
              </li>
            ))}
          </ul>
          <AddField
            onAdd={(added) => {
              const next = withNewField(document, added);
              onChange(next.document);
              setOpen(next.name);
            }}
          />
        </>
      )}
    </div>
  );
}

function AddField({ onAdd }: { onAdd: (field: Parameters<typeof withNewField>[1]) => void }): ReactNode {
  const t = useWords();
  const id = useId();
  const [title, setTitle] = useState('');
  const [kind, setKind] = useState<NewKind>('text');
  const [choices, setChoices] = useState('');
  const options = [...new Set(choices.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
  const isReady = title.trim() !== '' && (kind !== 'choice' || options.length > 0);
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReady) return;
    onAdd({ title: title.trim(), kind, options });
    setTitle('');
    setChoices('');
  };
  return (
    <form className={styles.add} aria-labelledby={id} onSubmit={add}>
      <h3 id={id} className={styles.addTitle}>
        {t('studio.editor.add')}
      </h3>
      <Group gap="xs" align="flex-end" wrap="wrap">
        <TextInput
          size="sm"
          className={styles.grow ?? ''}
          label={t('studio.editor.addTitle')}
          maxLength={60}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Select
          size="sm"
          label={t('studio.editor.addKind')}
          data={kinds.map((value) => ({ value, label: t(`studio.editor.fieldKind.${value}`) }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => setKind((value as NewKind | null) ?? 'text')}
        />
        <Button type="submit" size="sm" variant="default" disabled={!isReady} leftSection={<IconPlus size={16} />}>
          {t('studio.editor.addAct')}
        </Button>
      </Group>
      {kind === 'choice' ? (
        <Textarea
          size="sm"
          rows={3}
          label={t('studio.editor.addOptions')}
          description={t('studio.editor.addOptionsHelp')}
          value={choices}
          onChange={(event) => setChoices(event.currentTarget.value)}
        />
      ) : null}
    </form>
  );
}
