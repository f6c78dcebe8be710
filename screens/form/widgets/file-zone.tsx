import { useState, type ChangeEvent, type ReactNode, type Ref } from 'react';
import styles from './file.module.css';

interface Props {
  id: string;
  inputRef?: Ref<HTMLInputElement>;
  accept?: string | undefined;
  multiple?: boolean;
  disabled?: boolean;
  required?: boolean;
  invalid?: boolean;
  labelId?: string;
  describedBy?: string | undefined;
  /** An icon, words and what else stands in the zone. */
  children: ReactNode;
  onFiles(files: readonly File[]): void;
  onBlur?(): void;
}

/** A zone in which files are chosen, or onto which they are dropped. The browser's own control lies over all of it. */
export function FileZone({
  id,
  inputRef,
  accept,
  multiple = false,
  disabled = false,
  required = false,
  invalid = false,
  labelId,
  describedBy,
  children,
  onFiles,
  onBlur,
}: Props): ReactNode {
  const [over, setOver] = useState(false);
  const take = (event: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(event.currentTarget.files ?? [])];
    // The same file may be chosen again once it was mended.
    event.currentTarget.value = '';
    setOver(false);
    if (files.length > 0) onFiles(files);
  };
  return (
    <div className={styles.zone} data-over={over || undefined} data-invalid={invalid || undefined}>
      <input
        ref={inputRef}
        id={id}
        type="file"
        multiple={multiple}
        className={styles.input}
        accept={accept}
        disabled={disabled}
        aria-required={required}
        aria-invalid={invalid || undefined}
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        onChange={take}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onBlur={onBlur}
      />
      {children}
    </div>
  );
}
