import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { Compartment, EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useRef, type ReactNode } from 'react';
import { syntaxOf } from './languages.ts';
import { look } from './look.ts';

export interface CodeEditorProps {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  value: string;
  language: unknown;
  rows: number;
  required: boolean;
  readOnly: boolean;
  invalid: boolean;
  onChange(value: string): void;
  onBlur(): void;
}

const LINE = 20;
const EDGES = 14;

/** A code editor in the place of a text area. Escape and then Tab leave it, as Ctrl+M and then Tab do. */
export function CodeEditor(props: CodeEditorProps): ReactNode {
  const { value, language, readOnly, rows } = props;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<{ view: EditorView; syntax: Compartment; surroundings: Compartment }>(undefined);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (!place.current) return;
    const syntax = new Compartment();
    const surroundings = new Compartment();
    const view = new EditorView({
      parent: place.current,
      doc: latest.current.value,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightActiveLine(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        indentUnit.of('  '),
        EditorView.lineWrapping,
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        look,
        syntax.of(syntaxOf(latest.current.language)),
        surroundings.of(attributesOf(latest.current)),
        // Escape belongs to the editor here: the next Tab leaves it.
        EditorView.domEventHandlers({ keydown: (event) => void (event.key === 'Escape' && event.stopPropagation()) }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          if (update.focusChanged && !update.view.hasFocus) latest.current.onBlur();
        }),
      ],
    });
    editor.current = { view, syntax, surroundings };
    return () => {
      view.destroy();
      editor.current = undefined;
    };
  }, []);

  useEffect(() => {
    const view = editor.current?.view;
    if (!view || view.state.doc.toString() === value) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => {
    editor.current?.view.dispatch({ effects: editor.current.syntax.reconfigure(syntaxOf(language)) });
  }, [language]);
  useEffect(() => {
    editor.current?.view.dispatch({ effects: editor.current.surroundings.reconfigure(attributesOf(latest.current)) });
  }, [props.invalid, props.describedBy, readOnly]);

  return <div ref={place} style={{ '--editor-height': `${rows * LINE + EDGES}px` } as React.CSSProperties} />;
}

function attributesOf({ id, labelId, describedBy, required, readOnly, invalid }: CodeEditorProps) {
  return [
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({
      id,
      'aria-labelledby': labelId,
      ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
      'aria-required': String(required),
      'aria-invalid': String(invalid),
      'aria-readonly': String(readOnly),
      spellcheck: 'false',
    }),
    EditorView.editorAttributes.of(invalid ? { 'data-invalid': 'true' } : {}),
  ];
}
