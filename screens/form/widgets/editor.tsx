import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { CodeEditorProps } from '#screens/code-editor/code-editor.tsx';
import { useDepended } from '../depended.ts';
import type { WidgetProps } from '../widget-props.ts';
import { TextareaWidget } from './textarea.tsx';

/** Whether the page can measure text, which a code editor needs; a simulated one cannot. */
const canMeasure = (): boolean => 'getClientRects' in Range.prototype;

/** Source code: a text area until the code editor is there, and where there is none. */
export function EditorWidget(props: WidgetProps): ReactNode {
  const { id, labelId, describedBy, value, options, required, readOnly, invalid, pointer, onChange, onBlur } = props;
  const language = useDepended(options.languageFrom ?? pointer);
  const [Editor, setEditor] = useState<ComponentType<CodeEditorProps>>();
  useEffect(() => {
    if (!canMeasure()) return;
    let left = false;
    import('#screens/code-editor/code-editor.tsx').then(
      ({ CodeEditor }) => {
        const typing = document.activeElement?.id === id ? document.activeElement : undefined;
        const change = (): void => void (left || setEditor(() => CodeEditor));
        // Nobody loses the place where they type.
        if (typing) typing.addEventListener('blur', change, { once: true });
        else change();
      },
      // The text area stays.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [id]);
  if (!Editor) return <TextareaWidget {...props} />;
  return (
    <Editor
      id={id}
      labelId={labelId}
      describedBy={describedBy}
      value={typeof value === 'string' ? value : ''}
      language={language}
      rows={options.rows ?? 12}
      required={required}
      readOnly={readOnly}
      invalid={invalid}
      onChange={(text) => onChange(text || undefined)}
      onBlur={onBlur}
    />
  );
}
