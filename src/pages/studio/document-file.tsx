import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDots, IconFileDownload, IconFileUpload } from '@tabler/icons-react';
import { useRef, type ChangeEvent, type ReactNode } from 'react';
import { longestDocument } from '#api/contract/studio.ts';
import { useSaveFile } from '../../data/use-save-file.ts';
import { useWords } from '../../words/words.ts';

interface Props {
  flow: string;
  screen: string;
  text: string;
  onText: (text: string) => void;
}

/** Downloads the document, or opens one from a file. An opened document is an unpublished change that the user can undo. */
export function DocumentFile({ flow, screen, text, onText }: Props): ReactNode {
  const t = useWords();
  const input = useRef<HTMLInputElement>(null);
  const { save } = useSaveFile(t('studio.editor.fileNotSaved'));

  async function take(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = event.currentTarget.files ?? [];
    // Lets the user choose the same file again after a correction.
    event.currentTarget.value = '';
    if (file === undefined) return;
    const held = await textOf(file);
    if (held !== undefined) return onText(held);
    notifications.show({
      title: t('studio.editor.fileNotOpened', { name: file.name }),
      message: t('studio.editor.fileRule', { count: longestDocument }),
      color: 'red',
      autoClose: 8000,
      closeButtonProps: { 'aria-label': t('close') },
    });
  }

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" aria-label={t('studio.editor.file')}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconFileDownload size={16} />}
            onClick={() =>
              void save(async () => new Blob([text], { type: 'application/json' }), `${flow}-${screen}.json`)
            }
          >
            {t('studio.editor.fileSave')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFileUpload size={16} />} onClick={() => input.current?.click()}>
            {t('studio.editor.fileOpen')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t('studio.editor.fileOpen')}
        onChange={(event) => void take(event)}
      />
    </>
  );
}

/** What the file holds; undefined where it is no text, empty, or too long for a document. */
async function textOf(file: File): Promise<string | undefined> {
  // A character has at most three bytes per unit of length.
  if (file.size > 3 * longestDocument) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.length > 0 && text.length <= longestDocument ? text : undefined;
  } catch {
    return undefined;
  }
}
