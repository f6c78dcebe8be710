import { ActionIcon, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { DataState } from '../../parts/data-state.tsx';
import parts from '../../parts/parts.module.css';
import { useWords } from '../../words/words.ts';
import { NameModal } from './name-modal.tsx';
import styles from './scripts.module.css';

type Category = CallReply<'listScriptCategories'>[number];

const refresh = ['listScriptCategories', 'listScripts'] as const;

/** The categories of scripts (C12-16); those that are built in stay as they are. */
export function CategoriesModal({ onClose }: { onClose: () => void }): ReactNode {
  const t = useWords();
  const categories = useCall('listScriptCategories');
  const [name, setName] = useState('');
  const [renaming, setRenaming] = useState<Category>();
  const words = (failed: string) => ({ failed, refresh: [...refresh] });
  const add = useAct('addScriptCategory', words(t('script.categoryAddFailed')));
  const save = useAct('saveScriptCategory', words(t('script.categorySaveFailed')));
  const remove = useAct('removeScriptCategory', words(t('script.categoryDeleteFailed')));
  const submit = async (): Promise<void> => {
    if (name.trim() !== '' && (await add.run({ body: { name: name.trim() } }))) setName('');
  };
  if (renaming)
    return (
      <NameModal
        title={t('script.categoryRenameTitle', { name: renaming.name })}
        act={t('script.rename')}
        begin={renaming.name}
        busy={save.busy}
        refused={save.failure?.fields?.['/name']}
        onClose={() => setRenaming(undefined)}
        onSave={(wanted) =>
          void save.run({ body: { id: renaming.id, name: wanted } }).then((done) => done && setRenaming(undefined))
        }
      />
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('script.categories')}
      size={640}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="md">
        <DataState of={categories} failed={t('script.categoriesFailed')}>
          {(all) => (
            <ul className={styles.categories} aria-label={t('script.categories')}>
              {all.map((category) => (
                <li key={category.id}>
                  <span>{category.name}</span>
                  {category.internal ? (
                    <span className={parts.quiet}>{t('script.builtIn')}</span>
                  ) : (
                    <span>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={t('script.categoryRenameTitle', { name: category.name })}
                        onClick={() => setRenaming(category)}
                      >
                        <IconPencil size={16} />
                      </ActionIcon>
                      <ActionIcon
                        variant="subtle"
                        color="red"
                        aria-label={t('script.categoryDelete', { name: category.name })}
                        loading={remove.busy}
                        onClick={() => void remove.run({ params: { id: category.id } })}
                      >
                        <IconTrash size={16} />
                      </ActionIcon>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </DataState>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Group gap="xs" align="flex-start">
            <TextInput
              style={{ flex: 1 }}
              aria-label={t('script.categoryName')}
              placeholder={t('script.categoryName')}
              maxLength={100}
              value={name}
              error={add.failure?.fields?.['/name']}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" leftSection={<IconPlus size={16} />} loading={add.busy}>
              {t('script.categoryAdd')}
            </Button>
          </Group>
        </form>
      </Stack>
    </Modal>
  );
}
