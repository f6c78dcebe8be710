import { Button, Group, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import type { ScreenDocument } from '#engine/document/document.ts';
import { useWords } from '../../words/words.ts';
import type { DocumentField } from './document-fields.ts';
import { staysInSection, withNewSection } from './document-sections.ts';
import styles from './screen-editor.module.css';

interface Props {
  document: ScreenDocument;
  fields: readonly DocumentField[];
  onChange: (document: ScreenDocument) => void;
}

/** A new section with its first field. */
export function AddSection({ document, fields, onChange }: Props): ReactNode {
  const t = useWords();
  const id = useId();
  const [title, setTitle] = useState('');
  const [first, setFirst] = useState<string | null>(null);
  const offered = [...new Map(fields.map((field) => [field.name, field.title]))].filter(
    ([name]) => !staysInSection(document, name),
  );
  const isFree = title.trim() !== '' && !document.sections?.some((section) => section.title === title.trim());
  const isReady = isFree && offered.some(([name]) => name === first);
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReady || first === null) return;
    onChange(withNewSection(document, title.trim(), first));
    setTitle('');
    setFirst(null);
  };
  return (
    <form className={styles.add} aria-labelledby={id} onSubmit={add}>
      <h3 id={id} className={styles.addTitle}>
        {t('studio.editor.sectionAdd')}
      </h3>
      <Group gap="xs" align="flex-end" wrap="wrap">
        <TextInput
          size="sm"
          className={styles.grow ?? ''}
          label={t('studio.editor.sectionNewTitle')}
          maxLength={60}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Select
          size="sm"
          label={t('studio.editor.sectionFirst')}
          data={offered.map(([value, label]) => ({ value, label }))}
          value={first}
          onChange={setFirst}
        />
        <Button type="submit" size="sm" variant="default" disabled={!isReady} leftSection={<IconPlus size={16} />}>
          {t('studio.editor.sectionAct')}
        </Button>
      </Group>
    </form>
  );
}
