import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { CallFailed } from '#api/call-failed.ts';
import { useWords } from '../words/words.ts';

interface SaveFile {
  busy: boolean;
  /** Fetches a file and downloads it under this name. */
  save(fetch: () => Promise<Blob>, name: string): Promise<void>;
}

/** Downloads a file that a call returns. `failed`: title of the toast when the fetch fails. */
export function useSaveFile(failed: string): SaveFile {
  const t = useWords();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async save(fetch, name) {
      setBusy(true);
      try {
        handOver(await fetch(), name);
      } catch (error) {
        notifications.show({
          title: failed,
          message: error instanceof CallFailed ? error.message : t('failure.unknown'),
          color: 'red',
          autoClose: 8000,
          closeButtonProps: { 'aria-label': t('close') },
        });
      } finally {
        setBusy(false);
      }
    },
  };
}

function handOver(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the URL after the click, so revoke it later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
