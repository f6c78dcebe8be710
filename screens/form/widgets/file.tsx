import { ActionIcon } from '@mantine/core';
import { IconFileText, IconFileUpload, IconX } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { bytesInWords, readChosenFile } from '#engine/vocabulary/chosen-file.ts';
import { keepChosenFile } from '../chosen-files.ts';
import { useForm, useValue } from '../form-context.tsx';
import type { WidgetProps } from '../widget-props.ts';
import { fill, useScreenWords } from '../../words.tsx';
import { FileZone } from './file-zone.tsx';
import styles from './file.module.css';

/**
 * A file, chosen or dropped. The field's value says which one (`chosen-file.ts`); an effect of kind `upload` sends it. `keptField`
 * has a value where the server holds a file already, whose name is in `nameField`. A change of the field `clearedBy` lets go of the file.
 */
export function FileWidget(props: WidgetProps): ReactNode {
  const { id, pointer, options, value, required, readOnly, invalid, describedBy, onChange, onBlur } = props;
  const { nameField = '', keptField = '', clearedBy = '' } = options;
  const { store } = useForm();
  const words = useScreenWords();
  const keptName = useValue(nameField);
  const kept = useValue(keptField) !== undefined && keptField !== '';
  const input = useRef<HTMLInputElement>(null);
  const chosen = readChosenFile(value);
  const fileName = chosen?.name ?? (typeof keptName === 'string' ? keptName : '');

  const put = (answer: string | undefined): void => {
    onChange(answer);
    for (const field of [nameField, keptField]) if (field !== '') store.change(field, undefined);
  };
  const take = ([file]: readonly File[]): void => {
    if (!file) return;
    put(keepChosenFile(file));
    store.leave(pointer);
  };
  const decides = useValue(clearedBy);
  const decided = useRef(decides);
  useEffect(() => {
    if (clearedBy === '' || decided.current === decides) return;
    decided.current = decides;
    onChange(undefined);
    for (const field of [nameField, keptField]) if (field !== '') store.change(field, undefined);
  }, [clearedBy, decides, keptField, nameField, onChange, store]);
  const remove = (): void => {
    put(undefined);
    input.current?.focus();
  };

  const shown = chosen !== undefined || kept;
  return (
    <FileZone
      id={id}
      inputRef={input}
      accept={options.accept}
      disabled={readOnly}
      required={required}
      invalid={invalid}
      describedBy={[`${id}-chosen`, describedBy].filter(Boolean).join(' ')}
      onFiles={take}
      onBlur={onBlur}
    >
      {shown ? <IconFileText size={20} aria-hidden /> : <IconFileUpload size={20} aria-hidden />}
      <span className={styles.words} id={`${id}-chosen`} aria-live="polite">
        <strong className={shown ? styles.name : undefined}>{shown ? fileName : words.fileChoose}</strong>
        <span className={styles.note}>
          {chosen ? bytesInWords(chosen.size) : kept ? words.fileChecked : words.fileDrop}
        </span>
      </span>
      {shown && !readOnly && (
        <ActionIcon
          variant="subtle"
          color="gray"
          className={styles.remove}
          aria-label={fill(words.fileRemove, { file: fileName })}
          onClick={remove}
        >
          <IconX size={16} />
        </ActionIcon>
      )}
    </FileZone>
  );
}
