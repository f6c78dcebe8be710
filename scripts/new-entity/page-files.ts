import type { EntityNames } from './names.ts';

/** The page of the console that lists the entities, and opens the flow. */
export function pageFiles(names: EntityNames): Record<string, string> {
  return { [`src/pages/${names.id}/${names.id}-page.tsx`]: page(names) };
}

function page({ id, one, One, many, Many, manyWords }: EntityNames): string {
  return `import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconListDetails, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall, useRefresh } from '../../data/use-call.ts';
import { FlowHost } from '../../flow/flow-host.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import styles from '../../parts/settings.module.css';
import { SettingLine } from '../../parts/setting-line.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';

type ${One} = CallReply<'list${Many}'>[number];
type Opened = { what: 'add' } | { what: 'edit' | 'delete'; ${one}: ${One} };

function ${One}Line({ ${one}, onOpen }: { ${one}: ${One}; onOpen: (opened: Opened) => void }): ReactNode {
  const t = useWords();
  const { name, notes } = ${one};
  return (
    <SettingLine
      title={name}
      note={notes}
      actions={
        <Menu>
          <Menu.Target>
            <ActionIcon variant="default" aria-label={t('webhook.actionsOf', { name })}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onOpen({ what: 'edit', ${one} })}>
              {t('edit')}
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => onOpen({ what: 'delete', ${one} })}>
              {t('${one}.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      }
    />
  );
}

/** Lists the ${manyWords} of the division. */
export default function ${Many}Page(): ReactNode {
  const t = useWords();
  const ${many} = useCall('list${Many}');
  const refresh = useRefresh();
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const remove = useAct('remove${One}', {
    done: t('${one}.deleted'),
    failed: t('${one}.deleteFailed'),
    refresh: ['list${Many}'],
  });
  const chosen = opened && opened.what !== 'add' ? opened.${one} : undefined;
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened({ what: 'add' })}>
      {t('${one}.add')}
    </Button>
  );
  return (
    <Page title={t('nav.${many}')} description={t('${one}.text')} actions={${many}.data?.length ? add : null}>
      <div className={styles.sections}>
        <Card>
          <DataState of={${many}} failed={t('${one}.failed')} tall>
            {(all) =>
              all.length === 0 ? (
                <Message
                  tall
                  icon={<IconListDetails size={28} stroke={1.5} />}
                  title={t('${one}.none')}
                  text={t('${one}.noneText')}
                  actions={add}
                />
              ) : (
                <div>
                  {all.map((${one}) => (
                    <${One}Line key={${one}.id} ${one}={${one}} onOpen={setOpened} />
                  ))}
                </div>
              )
            }
          </DataState>
        </Card>
      </div>
      {opened?.what === 'add' || opened?.what === 'edit' ? (
        <FlowHost
          flowId="${id}"
          {...(chosen ? { mode: 'EDIT', subject: String(chosen.id) } : { mode: 'NEW' })}
          onEnded={() => {
            close();
            refresh('list${Many}');
          }}
        />
      ) : null}
      <ConfirmModal
        opened={opened?.what === 'delete'}
        danger
        title={t('${one}.deleteTitle', { name: chosen?.name ?? '' })}
        text={t('${one}.deleteText')}
        act={t('${one}.delete')}
        busy={remove.busy}
        failure={remove.failure?.message}
        onClose={close}
        onConfirm={() => chosen && void remove.run({ params: { id: chosen.id } }).then((done) => done && close())}
      />
    </Page>
  );
}
`;
}
