import { ActionIcon, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ScreenDocument } from '#engine/document/document.ts';
import { useWords } from '../../words/words.ts';
import { movedSection, withoutSection, withSectionTitle } from './document-sections.ts';
import styles from './screen-editor.module.css';

interface Props {
  document: ScreenDocument;
  index: number;
  onChange: (document: ScreenDocument) => void;
}

/** The heading of a section, its place among the others, and its removal: its fields stay. */
export function SectionHead({ document, index, onChange }: Props): ReactNode {
  const t = useWords();
  const { sections = [] } = document;
  const { title: section = '', special } = sections[index] ?? {};
  return (
    <div className={styles.sectionHead}>
      <TextInput
        size="sm"
        className={styles.grow ?? ''}
        label={t('studio.editor.sectionTitle', { number: index + 1 })}
        value={section}
        onChange={(event) => onChange(withSectionTitle(document, index, event.currentTarget.value))}
      />
      {([-1, 1] as const).map((by) => (
        <ActionIcon
          key={by}
          size="sm"
          variant="subtle"
          color="gray"
          disabled={by < 0 ? index === 0 : index === sections.length - 1}
          aria-label={t(by < 0 ? 'studio.editor.sectionUp' : 'studio.editor.sectionDown', { section })}
          onClick={() => onChange(movedSection(document, index, by))}
        >
          {by < 0 ? <IconArrowUp size={16} /> : <IconArrowDown size={16} />}
        </ActionIcon>
      ))}
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        disabled={special === true}
        aria-label={t('studio.editor.sectionRemove', { section })}
        onClick={() => onChange(withoutSection(document, index))}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  );
}
