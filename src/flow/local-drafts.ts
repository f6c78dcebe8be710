import type { LocalDraft } from './kept-draft.ts';

const PREFIX = 'cairn.draft.';

/** The browser's copies of drafts. A storage that is full or forbidden keeps nothing and breaks nothing. */
export interface LocalDrafts {
  read(id: string): LocalDraft | undefined;
  /** Whether it was kept. */
  write(draft: LocalDraft): boolean;
  remove(id: string): void;
  /** Newest first. */
  list(owner: string): LocalDraft[];
}

export function localDrafts(storage: Storage): LocalDrafts {
  return {
    read: (id) => parsed(storage.getItem(PREFIX + id)),
    write(draft) {
      try {
        storage.setItem(PREFIX + draft.id, JSON.stringify(draft));
        return true;
      } catch {
        return false;
      }
    },
    remove: (id) => storage.removeItem(PREFIX + id),
    list(owner) {
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      return keys
        .filter((key) => key.startsWith(PREFIX))
        .flatMap((key) => parsed(storage.getItem(key)) ?? [])
        .filter((draft) => draft.owner === owner)
        .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
    },
  };
}

/** What stands in the storage may be of an older version or of another hand. */
function parsed(text: string | null): LocalDraft | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { id, flow, revision, base, owner, updatedAt, snapshot } = value as Record<string, unknown>;
    const whole =
      typeof id === 'string' &&
      typeof flow === 'string' &&
      typeof revision === 'string' &&
      (typeof base === 'string' || base === null) &&
      typeof owner === 'string' &&
      typeof updatedAt === 'string' &&
      typeof snapshot === 'object';
    return whole ? (value as LocalDraft) : undefined;
  } catch {
    return undefined;
  }
}
