import { Textarea } from '@mantine/core';
import { useEffect, useId, useState, type ComponentType, type ReactNode } from 'react';
import type { CodeEditorProps } from '#screens/code-editor/code-editor.tsx';
import { useWords } from '../../words/words.ts';
import styles from './screen-editor.module.css';

interface Props {
  text: string;
  invalid: boolean;
  onChange: (text: string) => void;
}

const ROWS = 28;

/** The document in JSON; a text area until the code editor is there. */
export function DocumentText({ text, invalid, onChange }: Props): ReactNode {
  const t = useWords();
  const id = useId();
  const [Editor, setEditor] = useState<ComponentType<CodeEditorProps>>();
  useEffect(() => {
    // A simulated page cannot measure text.
    if (!('getClientRects' in Range.prototype)) return;
    import('#screens/code-editor/code-editor.tsx').then(
      ({ CodeEditor }) => setEditor(() => CodeEditor),
      // The text area stays.
      () => undefined,
    );
  }, []);
  if (!Editor)
    return (
      <Textarea
        label={t('studio.editor.documentLabel')}
        value={text}
        error={invalid}
        rows={ROWS}
        classNames={{ input: styles.code ?? '' }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <div>
      <span id={`${id}-label`} className={styles.label}>
        {t('studio.editor.documentLabel')}
      </span>
      <Editor
        id={id}
        labelId={`${id}-label`}
        describedBy={undefined}
        value={text}
        language="json"
        rows={ROWS}
        required={false}
        readOnly={false}
        invalid={invalid}
        onChange={onChange}
        onBlur={() => undefined}
      />
    </div>
  );
}
