import { Box, Button, Radio, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import type { Pointer, ScreenDocument } from '#engine/document/document.ts';
import { placeValue } from '#screens/form/place-value.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useWords } from '../../words/words.ts';
import { mergeDocuments } from './merge-documents.ts';
import { parseDocument, writeDocument } from './parse-document.ts';
import { ScreenChanges } from './screen-changes.tsx';
import type { ScreenEdit } from './use-screen-edit.ts';

interface Props {
  edited: CallReply<'readEditedScreen'>;
  edit: ScreenEdit;
  onText: (text: string) => void;
}

/** Another version was published since the user began: both changes become one, and what both changed differently is chosen one by one. */
export function StaleNotice({ edited, edit, onText }: Props): ReactNode {
  const t = useWords();
  const [asks, setAsks] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<Pointer>>(new Set());
  const { number } = edited;
  if (edit.base === number) return null;
  const versions = versionsOf(edited, edit);
  const { conflicts = [] } = versions === undefined ? {} : mergeDocuments(versions);
  const merge = (): void => {
    if (versions !== undefined) onText(writeDocument(mergeDocuments(versions, chosen).document));
    edit.rebase(number);
    setAsks(false);
  };
  const choose = (pointer: Pointer, side: string): void => {
    const others = [...chosen].filter((one) => one !== pointer);
    setChosen(new Set(side === 'theirs' ? [...others, pointer] : others));
  };
  return (
    <>
      <Notice
        title={t('studio.editor.stale', { number })}
        text={versions === undefined ? t('studio.editor.staleText') : t('studio.editor.mergeText')}
        actions={
          versions === undefined ? (
            <Button size="xs" variant="default" onClick={() => edit.rebase(number)}>
              {t('studio.editor.rebase', { number })}
            </Button>
          ) : (
            <Button size="xs" variant="default" onClick={() => (conflicts.length === 0 ? merge() : setAsks(true))}>
              {conflicts.length === 0 ? t('studio.editor.merge') : t('studio.editor.mergeAsks')}
            </Button>
          )
        }
      />
      {versions === undefined ? null : (
        <ConfirmModal
          opened={asks}
          title={t('studio.editor.mergeTitle', { count: conflicts.length })}
          text={t('studio.editor.mergeChoose')}
          act={t('studio.editor.merge')}
          onConfirm={merge}
          onClose={() => setAsks(false)}
        >
          <Stack gap="md">
            {conflicts.map(({ pointer, mine, theirs }, index) => (
              <Radio.Group
                key={pointer}
                label={t('studio.editor.mergeOne', { index: index + 1, count: conflicts.length })}
                value={chosen.has(pointer) ? 'theirs' : 'mine'}
                onChange={(side) => choose(pointer, side)}
              >
                <Stack gap="xs" mt="xs">
                  <Radio value="mine" label={t('studio.editor.mergeMine')} />
                  <Side base={versions.base} pointer={pointer} value={mine} />
                  <Radio value="theirs" label={t('studio.editor.mergeTheirs', { number })} />
                  <Side base={versions.base} pointer={pointer} value={theirs} />
                </Stack>
              </Radio.Group>
            ))}
          </Stack>
        </ConfirmModal>
      )}
    </>
  );
}

/** What one side made of a value, as a person reads it. */
function Side({ base, pointer, value }: { base: ScreenDocument; pointer: Pointer; value: unknown }): ReactNode {
  return (
    <Box pl={28}>
      <ScreenChanges before={writeDocument(base)} after={writeDocument(placeValue(base, pointer, value))} />
    </Box>
  );
}

/** Undefined where one of the three holds no document, or the version that the change began with is not listed any more. */
function versionsOf(
  { text, shipped, versions }: Props['edited'],
  edit: ScreenEdit,
): { base: ScreenDocument; mine: ScreenDocument; theirs: ScreenDocument } | undefined {
  const began = edit.base === 0 ? shipped : versions.find((one) => one.number === edit.base)?.text;
  const [base, mine, theirs] = [began, edit.text, text].map((one) => parseDocument(one ?? ''));
  return base && mine && theirs ? { base, mine, theirs } : undefined;
}
