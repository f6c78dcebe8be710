import { ActionIcon, Badge, Tooltip, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronRight, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ScreenDocument } from '#engine/document/document.ts';
import { useWords } from '../../words/words.ts';
import { saidTests, waitingFor } from './document-conditions.ts';
import { withoutField } from './document-edits.ts';
import type { DocumentField, FieldAt } from './document-fields.ts';
import { movedField } from './document-sections.ts';
import { FieldForm } from './field-form.tsx';
import { sayTests } from './say-tests.ts';
import styles from './screen-editor.module.css';

interface Props {
  document: ScreenDocument;
  /** The same to read conditions from. */
  read: ScreenDocument;
  field: DocumentField;
  isOpen: boolean;
  isFirst: boolean;
  isLast: boolean;
  onOpen: (at: string | undefined) => void;
  onChange: (document: ScreenDocument, field?: FieldAt) => void;
}

/** One field of the list with its condition, and below it, once it is opened, what a person may change of it. */
export function FieldRow({ document, read, field, isOpen, isFirst, isLast, onOpen, onChange }: Props): ReactNode {
  const t = useWords();
  const { title, name } = field;
  const waiting = waitingFor(document, field);
  const removal =
    waiting.length === 0
      ? t('studio.editor.remove', { field: title })
      : t('studio.editor.removeNeeded', { field: title, fields: waiting.map((one) => `“${one}”`).join(', ') });
  return (
    <li className={styles.field}>
      <div className={styles.fieldHead}>
        <UnstyledButton
          className={styles.fieldName}
          aria-expanded={isOpen}
          onClick={() => onOpen(isOpen ? undefined : field.at)}
        >
          {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
          <span className={styles.fieldWords}>
            <span className={styles.fieldTitle}>{title}</span>
            {field.tests.length === 0 ? null : (
              <span className={styles.onlyWhen}>
                {t('studio.editor.onlyWhen', { tests: sayTests(t, saidTests(read, field.tests)) })}
              </span>
            )}
          </span>
          {field.required ? (
            <Badge size="xs" variant="default" className={styles.mark}>
              {t('studio.editor.fieldRequired')}
            </Badge>
          ) : null}
          <span className={styles.kind}>{t(`studio.editor.fieldKind.${field.kind}`)}</span>
        </UnstyledButton>
        {([-1, 1] as const).map((by) => (
          <ActionIcon
            key={by}
            size="sm"
            variant="subtle"
            color="gray"
            disabled={by < 0 ? isFirst : isLast}
            aria-label={t(by < 0 ? 'studio.editor.moveUp' : 'studio.editor.moveDown', { field: title })}
            onClick={() => onChange(movedField(document, name, by))}
          >
            {by < 0 ? <IconArrowUp size={16} /> : <IconArrowDown size={16} />}
          </ActionIcon>
        ))}
        <Tooltip label={removal} disabled={waiting.length === 0} multiline maw={280}>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            data-disabled={waiting.length > 0}
            aria-disabled={waiting.length > 0}
            aria-label={removal}
            onClick={() => {
              if (waiting.length === 0) onChange(withoutField(document, field));
            }}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
      {isOpen ? <FieldForm document={document} read={read} field={field} onChange={onChange} /> : null}
    </li>
  );
}
