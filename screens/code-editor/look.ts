import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const rules = EditorView.theme({
  '&': {
    backgroundColor: 'var(--cairn-surface)',
    color: 'var(--cairn-text)',
    border: '1px solid var(--cairn-line-strong)',
    borderRadius: 'var(--mantine-radius-default)',
    fontSize: '13px',
    height: 'var(--editor-height)',
    resize: 'vertical',
    overflow: 'hidden',
  },
  '&.cm-focused': { outline: '1px solid var(--cairn-accent)', borderColor: 'var(--cairn-accent)' },
  '&[data-invalid]': { borderColor: 'var(--cairn-bad)' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '20px', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--cairn-text)', paddingBlock: '6px' },
  '.cm-cursor': { borderLeftColor: 'var(--cairn-text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--cairn-page)',
    color: 'var(--cairn-quiet)',
    borderInlineEnd: '1px solid var(--cairn-line)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--cairn-accent) 6%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--cairn-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--cairn-accent) 30%, transparent) !important',
  },
});

const colors = HighlightStyle.define([
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--cairn-quiet)', fontStyle: 'italic' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword], color: 'var(--cairn-accent)', fontWeight: '500' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--cairn-good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--cairn-warn)' },
  { tag: [tags.invalid], color: 'var(--cairn-bad)' },
]);

/** Colours of the theme, in both schemes. */
export const look: Extension = [rules, syntaxHighlighting(colors)];
