import { useEffect, useMemo, useState } from 'react';
import { mostChanges, mostChangeBytes, type PublishedWord, type WordChange } from '#api/contract/console-words.ts';
import { isSchema } from '#engine/document/schema.ts';
import type { Translation } from '#engine/document/document.ts';
import type { TranslationState } from '#engine/document/translations.ts';
import { currentMe } from '../../session/session.ts';
import { wordsFor, type FlatWords, type Word } from '../../words/word-list.ts';

export interface WordRow extends Word {
  state: TranslationState;
  translation?: Translation;
  isChanged: boolean;
}

export interface WordFilter {
  state: 'all' | 'missing' | 'outdated' | 'changed';
  /** The first part of the keys. */
  group: string | undefined;
  text: string;
}

export interface WordChanges {
  rows: WordRow[];
  changes: WordChange[];
  change(key: string, english: string, words: string): void;
  discard(): void;
  /** Forgets changes that are published; a text that was changed once more meanwhile stays. */
  published(changes: readonly WordChange[]): void;
}

/** The first changes, as many as one call takes. */
export function inOneCall(changes: readonly WordChange[]): WordChange[] {
  const taken: WordChange[] = [];
  let bytes = 0;
  for (const change of changes.slice(0, mostChanges)) {
    bytes += new TextEncoder().encode(JSON.stringify(change)).length + 1;
    if (bytes > mostChangeBytes) break;
    taken.push(change);
  }
  return taken;
}

/** What a person changes and has not published: kept in the browser until it is published or discarded, and the same in each of its tabs. */
export function useWordChanges(language: string, english: FlatWords, texts: readonly PublishedWord[]): WordChanges {
  const place = `cairn.words.${currentMe()?.id ?? 'nobody'}.${language}`;
  const [changed, setChanged] = useState(() => readKept(place));
  useEffect(() => {
    const hear = ({ key }: StorageEvent): void => {
      // Another tab changed them; without a key it cleared everything.
      if (key === place || key === null) setChanged(readKept(place));
    };
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }, [place]);
  const keep = (next: Record<string, WordChange>): void => {
    setChanged(next);
    try {
      if (Object.keys(next).length === 0) localStorage.removeItem(place);
      else localStorage.setItem(place, JSON.stringify(next));
    } catch {
      // Storage is full or forbidden: the changes last as long as this page.
    }
  };
  const rows = useMemo(() => {
    const published = new Map(texts.map((word) => [word.key, word]));
    return wordsFor(language, english).map((word): WordRow => {
      const own = changed[word.key];
      const said = own ?? published.get(word.key);
      const isChanged = own !== undefined;
      if (said === undefined || said.text === '') return { ...word, state: 'missing', isChanged };
      const translation = { from: said.from, text: said.text };
      return { ...word, translation, isChanged, state: said.from === word.english ? 'translated' : 'outdated' };
    });
  }, [language, english, texts, changed]);
  return {
    rows,
    changes: Object.values(changed),
    change(key, from, text) {
      const stored = texts.find((word) => word.key === key);
      const { [key]: _, ...others } = changed;
      const isStored = stored === undefined ? text === '' : stored.text === text && stored.from === from;
      keep(isStored ? others : { ...others, [key]: { key, from, text } });
    },
    discard: () => keep({}),
    published(changes) {
      const done = new Set(changes.map((change) => JSON.stringify(change)));
      keep(Object.fromEntries(Object.entries(changed).filter(([, change]) => !done.has(JSON.stringify(change)))));
    },
  };
}

/** Anything else than kept changes is left alone. */
function readKept(place: string): Record<string, WordChange> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '{}');
    return Object.fromEntries(
      Object.entries(kept ?? {}).filter((entry): entry is [string, WordChange] => isChange(entry[1])),
    );
  } catch {
    return {};
  }
}

function isChange(value: unknown): value is WordChange {
  return isSchema(value) && ['key', 'from', 'text'].every((name) => typeof value[name] === 'string');
}

/** The first parts of the keys; texts without one are in the group of the whole console. */
export function groupsOf(rows: readonly WordRow[]): string[] {
  return [...new Set(rows.map(({ key }) => groupOf(key)))].sort();
}

export function matching(rows: readonly WordRow[], { state, group, text }: WordFilter): WordRow[] {
  const wanted = text.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (state === 'all' || (state === 'changed' ? row.isChanged : row.state === state)) &&
      (group === undefined || groupOf(row.key) === group) &&
      `${row.key} ${row.english} ${row.translation?.text ?? ''}`.toLowerCase().includes(wanted),
  );
}

function groupOf(key: string): string {
  return key.includes('.') ? (key.split('.')[0] ?? '') : 'console';
}
