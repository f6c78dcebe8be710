import { ActionIcon } from '@mantine/core';
import { IconFileText, IconFileUpload, IconX } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { bytesInWords, readChosenFile } from '#engine/vocabulary/chosen-file.ts';
import { keepChosenFile } from '../chosen-files.ts';
import { useForm } from '../form-context.tsx';
import type { WidgetProps } from '../widget-props.ts';
import { fill, useScreenWords } from '../../words.tsx';
import { FileZone } from './file-zone.tsx';
import styles from './file.module.css';

/** Several files, chosen or dropped one after the other or together. The field's value says which ones, as that of the widget `file` does. */
export function FilesWidget(props: WidgetProps): ReactNode {
  const { id, pointer, value, required, readOnly, invalid, describedBy, onChange, onBlur } = props;
  const { store } = useForm();
  const words = useScreenWords();
  const input = useRef<HTMLInputElement>(null);
  const held = Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
  const keep = (files: readonly string[]): void => onChange(files.length > 0 ? files : undefined);
  const take = (files: readonly File[]): void => {
    const chosen = files.map(keepChosenFile);
    // A file of the same name takes the place of the one before.
    const names = new Set(chosen.map(nameOf));
    keep([...held.filter((one) => !names.has(nameOf(one))), ...chosen]);
    store.leave(pointer);
  };
  const remove = (file: string): void => {
    keep(held.filter((one) => one !== file));
    input.current?.focus();
  };
  return (
    <div>
      <FileZone
        id={id}
        inputRef={input}
        multiple
        disabled={readOnly}
        required={required}
        invalid={invalid}
        describedBy={describedBy}
        onFiles={take}
        onBlur={onBlur}
      >
        <IconFileUpload size={20} aria-hidden />
        <span className={styles.words}>
          <strong>{words.fileChoose}</strong>
          <span className={styles.note}>{words.fileDrop}</span>
        </span>
      </FileZone>
      <ul className={styles.files} aria-live="polite">
        {held.map((file) => (
          <li key={file}>
            <IconFileText size={16} aria-hidden />
            <span className={styles.name}>{nameOf(file)}</span>
            <span className={styles.note}>{bytesInWords(readChosenFile(file)?.size ?? 0)}</span>
            {readOnly ? null : (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={fill(words.fileRemove, { file: nameOf(file) })}
                onClick={() => remove(file)}
              >
                <IconX size={14} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function nameOf(file: string): string {
  return readChosenFile(file)?.name ?? file;
}
