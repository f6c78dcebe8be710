import { ActionIcon } from '@mantine/core';
import { IconFileText, IconFileUpload, IconX } from '@tabler/icons-react';
import { useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import { useForm, useValue } from '../form-context.tsx';
import type { WidgetProps } from '../widget-props.ts';
import { fill, useScreenWords } from '../../words.tsx';
import { NoText, textOf } from './text-of-file.ts';
import styles from './file.module.css';

/**
 * A file of text, chosen or dropped. The field's value is what it holds; its name goes into the field that `nameField` names,
 * which is kept where the contents are a secret and are not. `keptField` has a value where the server holds the file already.
 */
export function FileWidget(props: WidgetProps): ReactNode {
  const { id, pointer, options, value, required, readOnly, invalid, describedBy, schema, onChange, onBlur } = props;
  const { nameField = '', keptField = '' } = options;
  const { store } = useForm();
  const words = useScreenWords();
  const name = useValue(nameField);
  const kept = useValue(keptField) !== undefined && keptField !== '';
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  /** Why the file that was chosen last cannot be taken: of the file, not of the answer. */
  const [problem, setProblem] = useState<string>();
  const chosen = typeof value === 'string';
  const fileName = typeof name === 'string' ? name : '';

  const put = (text: string | undefined, as: string | undefined): void => {
    onChange(text);
    if (nameField !== '') store.change(nameField, as);
    if (keptField !== '') store.change(keptField, undefined);
  };
  const take = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = event.currentTarget.files ?? [];
    // The same file may be chosen again once it was mended.
    event.currentTarget.value = '';
    setOver(false);
    if (!file) return;
    try {
      put(await textOf(file, schema.maxLength), file.name);
      setProblem(undefined);
      store.leave(pointer);
    } catch (error) {
      put(undefined, undefined);
      setProblem(problemOf(error));
    }
  };
  const problemOf = (error: unknown): string => {
    const reason = error instanceof Error ? error.message : String(error);
    if (!(error instanceof NoText)) return fill(words.fileUnread, { reason });
    const tooLarge = store.screen.document.messages?.[pointer]?.['maxLength'];
    return error.why === 'large' && tooLarge !== undefined ? tooLarge : words.fileNoText;
  };
  const remove = (): void => {
    put(undefined, undefined);
    setProblem(undefined);
    input.current?.focus();
  };

  const shown = chosen || kept;
  return (
    <div
      className={styles.zone}
      data-over={over || undefined}
      data-invalid={invalid || problem !== undefined || undefined}
    >
      <input
        ref={input}
        id={id}
        type="file"
        className={styles.input}
        accept={options.accept}
        disabled={readOnly}
        aria-required={required}
        aria-invalid={invalid || undefined}
        aria-describedby={[`${id}-chosen`, describedBy].filter(Boolean).join(' ')}
        onChange={(event) => void take(event)}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onBlur={onBlur}
      />
      {shown ? <IconFileText size={20} aria-hidden /> : <IconFileUpload size={20} aria-hidden />}
      <span className={styles.words} id={`${id}-chosen`} aria-live="polite">
        {shown ? (
          <>
            <strong className={styles.name}>{fileName}</strong>
            <span className={styles.note}>{chosen ? sizeOf(value) : words.fileChecked}</span>
          </>
        ) : (
          <>
            <strong>{words.fileChoose}</strong>
            {problem === undefined ? (
              <span className={styles.note}>
                {fileName === '' ? words.fileDrop : fill(words.fileAgain, { file: fileName })}
              </span>
            ) : (
              <span className={styles.problem}>{problem}</span>
            )}
          </>
        )}
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
    </div>
  );
}

function sizeOf(text: string): string {
  const bytes = new Blob([text]).size;
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(0)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
