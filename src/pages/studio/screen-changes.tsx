import { Button } from '@mantine/core';
import { useContext, useState, type ReactNode } from 'react';
import { languageName } from '#engine/document/languages.ts';
import { TextDiff } from '../../parts/text-diff.tsx';
import { useWords } from '../../words/words.ts';
import { changesOf, type DocumentChange } from './document-changes.ts';
import { CompiledScreen, withKnownChoices } from './known-choices.ts';
import { sayTests } from './say-tests.ts';
import { parseDocument } from './parse-document.ts';
import styles from './screen-editor.module.css';

/** What differs between two documents, as a person reads it, and on demand as lines of text. */
export function ScreenChanges({ before, after }: { before: string; after: string }): ReactNode {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const compiled = useContext(CompiledScreen);
  const [old, now] = [parseDocument(before), parseDocument(after)];
  const changes =
    old === undefined || now === undefined
      ? [{ kind: 'more' } as const]
      : changesOf(withKnownChoices(old, compiled), withKnownChoices(now, compiled));
  return (
    <div className={styles.changes}>
      {changes.length === 0 ? (
        <p className={styles.quiet}>{t('studio.editor.noChanges')}</p>
      ) : (
        <ul>
          {changes.map((change, index) => (
            <li key={index}>{wordsOf(t, change)}</li>
          ))}
        </ul>
      )}
      <Button
        size="compact-xs"
        variant="subtle"
        className={styles.more ?? ''}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('studio.editor.showText')}
      </Button>
      {isOpen ? <TextDiff label={t('studio.editor.textChanges')} before={before} after={after} /> : null}
    </div>
  );
}

function wordsOf(t: ReturnType<typeof useWords>, change: DocumentChange): string {
  switch (change.kind) {
    case 'bound': {
      const { field, bound, before, after } = change;
      const said = (value: number | undefined) => value ?? t('studio.editor.differences.noBound');
      return t('studio.editor.differences.bound', {
        field,
        bound: t(`studio.editor.bound.${bound}`),
        before: said(before),
        after: said(after),
      });
    }
    case 'options': {
      const what = [
        ...change.added.map((option) => t('studio.editor.differences.optionAdded', { option })),
        ...change.removed.map((option) => t('studio.editor.differences.optionRemoved', { option })),
        ...change.renamed.map((one) => t('studio.editor.differences.optionRenamed', one)),
      ];
      return t('studio.editor.differences.options', { field: change.field, what: what.join(', ') });
    }
    case 'begins': {
      const { field, before, after } = change;
      const said = (value: typeof before) =>
        value === undefined ? t('studio.editor.differences.beginsEmpty') : `“${String(value)}”`;
      return t('studio.editor.differences.begins', { field, before: said(before), after: said(after) });
    }
    case 'condition':
      return change.tests.length === 0
        ? t('studio.editor.differences.always', { field: change.field })
        : t('studio.editor.differences.onlyWhen', { field: change.field, tests: sayTests(t, change.tests) });
    case 'widget':
      return t('studio.editor.differences.widget', {
        field: change.field,
        widget: t(`studio.editor.widget.${change.widget as 'text'}`),
      });
    case 'sectionsMoved':
    case 'more':
      return t(`studio.editor.differences.${change.kind}`);
    case 'translated':
    case 'untranslated':
    case 'manyTranslated':
      return t(`studio.editor.differences.${change.kind}`, { ...change, language: languageName(change.language) });
    case 'message':
      return change.words === ''
        ? t('studio.editor.differences.messageGone', { field: change.field })
        : t('studio.editor.differences.message', change);
    default:
      return t(`studio.editor.differences.${change.kind}`, change);
  }
}
