import { Button, Group, Select, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import type { ScreenDocument } from '#engine/document/document.ts';
import { useWords } from '../../words/words.ts';
import type { NewField } from './document-edits.ts';
import { fittingSources } from './document-sources.ts';
import styles from './screen-editor.module.css';

const kinds = ['text', 'number', 'yesNo', 'choice', 'choices'] as const;
type NewKind = (typeof kinds)[number];

/** A field of the product owner's own; a choice has a list of its own or a source that fits the screen. */
export function AddField({
  document,
  onAdd,
}: {
  document: ScreenDocument;
  onAdd: (field: NewField) => void;
}): ReactNode {
  const t = useWords();
  const id = useId();
  const [title, setTitle] = useState('');
  const [kind, setKind] = useState<NewKind>('text');
  const [choices, setChoices] = useState('');
  const [chosen, setChosen] = useState('');
  const sources = fittingSources(document);
  const source = kind === 'choice' ? sources.find((one) => one.source === chosen) : undefined;
  const isList = (kind === 'choice' && source === undefined) || kind === 'choices';
  const options = [...new Set(choices.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
  const isReady = title.trim() !== '' && (!isList || options.length > 0);
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReady) return;
    onAdd({ title: title.trim(), kind, options: isList ? options : [], ...source });
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
        <Select
          size="sm"
          label={t('studio.editor.addSource')}
          allowDeselect={false}
          data={[
            { value: '', label: t('studio.editor.ownChoices') },
            ...sources.map((one) => ({ value: one.source, label: t(`studio.editor.source.${one.source}`) })),
          ]}
          value={source?.source ?? ''}
          onChange={(value) => setChosen(value ?? '')}
        />
      ) : null}
      {isList ? (
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
