import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconPlus, IconStar, IconTicket, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { useAct } from '../../data/use-act.ts';
import { useCall, useRefresh } from '../../data/use-call.ts';
import { FlowHost } from '../../flow/flow-host.tsx';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import styles from '../../parts/settings.module.css';
import { SettingLine } from '../../parts/setting-line.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { DeleteFlow } from '../deletion/delete-flow.tsx';

type TicketTemplate = CallReply<'listTicketTemplates'>[number];
type Opened = { what: 'add' } | { what: 'edit' | 'delete'; ticketTemplate: TicketTemplate };

function TicketTemplateLine({
  ticketTemplate,
  onOpen,
}: {
  ticketTemplate: TicketTemplate;
  onOpen: (opened: Opened) => void;
}): ReactNode {
  const t = useWords();
  const { id, name, content, isDefault, ticketTitleCustomText, revision } = ticketTemplate;
  const makeDefault = useAct('saveTicketTemplate', {
    done: t('ticketTemplate.madeDefault', { name }),
    failed: t('ticketTemplate.makeDefaultFailed'),
    refresh: ['listTicketTemplates'],
  });
  const body = { name, content, ticketTitleCustomText, isDefault: true };
  return (
    <SettingLine
      title={
        <>
          {name} {isDefault ? <Tag tone="idle">{t('ticketTemplate.default')}</Tag> : null}
        </>
      }
      note={[ticketTitleCustomText, content].filter(Boolean).join(' · ')}
      actions={
        <Menu>
          <Menu.Target>
            <ActionIcon variant="default" aria-label={t('webhook.actionsOf', { name })}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onOpen({ what: 'edit', ticketTemplate })}>
              {t('edit')}
            </Menu.Item>
            {isDefault ? null : (
              <Menu.Item
                leftSection={<IconStar size={16} />}
                disabled={makeDefault.busy}
                onClick={() => void makeDefault.run({ params: { id }, body }, { revision })}
              >
                {t('ticketTemplate.makeDefault')}
              </Menu.Item>
            )}
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} />}
              onClick={() => onOpen({ what: 'delete', ticketTemplate })}
            >
              {t('ticketTemplate.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      }
    />
  );
}

/** Lists the ticket templates of the division. */
export default function TicketTemplatesPage(): ReactNode {
  const t = useWords();
  const ticketTemplates = useCall('listTicketTemplates');
  const refresh = useRefresh();
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const chosen = opened && opened.what !== 'add' ? opened.ticketTemplate : undefined;
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened({ what: 'add' })}>
      {t('ticketTemplate.add')}
    </Button>
  );
  return (
    <Page
      title={t('nav.ticketTemplates')}
      description={t('ticketTemplate.text')}
      actions={ticketTemplates.data?.length ? add : null}
    >
      <div className={styles.sections}>
        <Card>
          <DataState of={ticketTemplates} failed={t('ticketTemplate.failed')} tall>
            {(all) =>
              all.length === 0 ? (
                <Message
                  tall
                  icon={<IconTicket size={28} stroke={1.5} />}
                  title={t('ticketTemplate.none')}
                  text={t('ticketTemplate.noneText')}
                  actions={add}
                />
              ) : (
                <div>
                  {all.map((ticketTemplate) => (
                    <TicketTemplateLine key={ticketTemplate.id} ticketTemplate={ticketTemplate} onOpen={setOpened} />
                  ))}
                </div>
              )
            }
          </DataState>
        </Card>
      </div>
      {opened?.what === 'add' || opened?.what === 'edit' ? (
        <FlowHost
          flowId="ticket-template"
          {...(chosen ? { mode: 'EDIT', subject: String(chosen.id) } : { mode: 'NEW' })}
          onEnded={() => {
            close();
            refresh('listTicketTemplates');
          }}
        />
      ) : null}
      {opened?.what === 'delete' ? (
        <DeleteFlow of={{ ticketTemplate: opened.ticketTemplate.id }} onEnded={close} />
      ) : null}
    </Page>
  );
}
