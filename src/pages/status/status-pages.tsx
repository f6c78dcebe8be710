import { ActionIcon, Anchor, Button, Menu, Switch } from '@mantine/core';
import {
  IconDots,
  IconExternalLink,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconSpeakerphone,
  IconTrash,
  IconWorldShare,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { CopyButton } from '#screens/shared/copy-button.tsx';
import { Tag } from '#screens/shared/tag.tsx';
import { useAct } from '../../data/use-act.ts';
import { useCall, useRefresh } from '../../data/use-call.ts';
import { CustomFieldsLine } from '../../flow/custom-fields.tsx';
import { FlowHost } from '../../flow/flow-host.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import parts from '../../parts/parts.module.css';
import styles from '../../parts/settings.module.css';
import { SettingLine } from '../../parts/setting-line.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { IncidentsModal } from './incidents-modal.tsx';

type StatusPage = CallReply<'listStatusPages'>[number];
type Opened = { what: 'add' } | { what: 'edit' | 'incidents' | 'renew' | 'delete'; page: StatusPage };

function addressOf({ slug }: StatusPage): string {
  return new URL(`/#/status/${slug}`, document.baseURI).href;
}

function StatusPageLine({ page, onOpen }: { page: StatusPage; onOpen: (opened: Opened) => void }): ReactNode {
  const t = useWords();
  const { id, title, addressType, slug, enabled, monitors, openIncidents } = page;
  const save = useAct('saveStatusPage', { failed: t('statusPage.saveFailed'), refresh: ['listStatusPages'] });
  const address = addressOf(page);
  const turn = (on: boolean): void =>
    void save.run({
      params: { id },
      body: {
        title,
        addressType,
        ...(addressType === 'CHOSEN' && { slug }),
        enabled: on,
        monitors: monitors.map(({ monitorId, name }) => ({ monitorId, name })),
      },
    });
  return (
    <SettingLine
      title={
        <>
          <Anchor href={address} target="_blank" rel="noreferrer">
            {title} <IconExternalLink size={14} aria-label={t('statusPage.newTab')} />
          </Anchor>
          {openIncidents > 0 ? <Tag tone="bad">{t('statusPage.openIncidents', { count: openIncidents })}</Tag> : null}
        </>
      }
      note={
        <>
          <span className={parts.mono}>{address}</span>
          <br />
          {t('statusPage.shows', { count: monitors.length })}
          <CustomFieldsLine flow="status-page" call="saveStatusPage" entity={page} />
        </>
      }
      actions={
        <>
          <Switch
            aria-label={t('webhook.enabledOf', { name: title })}
            checked={enabled}
            disabled={save.busy || monitors.length === 0}
            onChange={(event) => turn(event.currentTarget.checked)}
          />
          <CopyButton text={address} subject={t('statusPage.addressOf', { title })} />
          <Menu>
            <Menu.Target>
              <ActionIcon variant="default" aria-label={t('webhook.actionsOf', { name: title })}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onOpen({ what: 'edit', page })}>
                {t('edit')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconSpeakerphone size={16} />}
                onClick={() => onOpen({ what: 'incidents', page })}
              >
                {t('statusPage.incidents')}
              </Menu.Item>
              <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => onOpen({ what: 'renew', page })}>
                {t('statusPage.renew')}
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} />}
                onClick={() => onOpen({ what: 'delete', page })}
              >
                {t('statusPage.delete')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      }
    />
  );
}

/** The public status pages: where each stands, and what can be done with it. */
export default function StatusPagesPage(): ReactNode {
  const t = useWords();
  const pages = useCall('listStatusPages');
  const refresh = useRefresh();
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const remove = useAct('removeStatusPage', {
    done: t('statusPage.deleted'),
    failed: t('statusPage.deleteFailed'),
    refresh: ['listStatusPages'],
  });
  const renew = useAct('renewStatusAddress', {
    done: t('statusPage.renewed'),
    failed: t('statusPage.saveFailed'),
    refresh: ['listStatusPages'],
  });
  const chosen = opened && opened.what !== 'add' ? opened.page : undefined;
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened({ what: 'add' })}>
      {t('statusPage.add')}
    </Button>
  );
  return (
    <Page title={t('nav.statusPages')} description={t('statusPage.text')} actions={pages.data?.length ? add : null}>
      <div className={styles.sections}>
        <Card>
          <DataState of={pages} failed={t('statusPage.failed')} tall>
            {(all) =>
              all.length === 0 ? (
                <Message
                  tall
                  icon={<IconWorldShare size={28} stroke={1.5} />}
                  title={t('statusPage.none')}
                  text={t('statusPage.noneText')}
                  actions={add}
                />
              ) : (
                <div>
                  {all.map((page) => (
                    <StatusPageLine key={page.id} page={page} onOpen={setOpened} />
                  ))}
                </div>
              )
            }
          </DataState>
        </Card>
      </div>
      {opened?.what === 'add' || opened?.what === 'edit' ? (
        <FlowHost
          flowId="status-page"
          {...(chosen ? { mode: 'EDIT', subject: String(chosen.id) } : { mode: 'NEW' })}
          onEnded={() => {
            close();
            refresh('listStatusPages');
          }}
        />
      ) : null}
      {opened?.what === 'incidents' ? <IncidentsModal page={opened.page} onClose={close} /> : null}
      <ConfirmModal
        opened={opened?.what === 'renew'}
        danger
        title={t('statusPage.renewTitle', { title: chosen?.title ?? '' })}
        text={t('statusPage.renewText')}
        act={t('statusPage.renew')}
        busy={renew.busy}
        failure={renew.failure?.message}
        onClose={close}
        onConfirm={() => chosen && void renew.run({ params: { id: chosen.id } }).then((done) => done && close())}
      />
      <ConfirmModal
        opened={opened?.what === 'delete'}
        danger
        title={t('statusPage.deleteTitle', { title: chosen?.title ?? '' })}
        text={t('statusPage.deleteText')}
        act={t('statusPage.delete')}
        busy={remove.busy}
        failure={remove.failure?.message}
        onClose={close}
        onConfirm={() => chosen && void remove.run({ params: { id: chosen.id } }).then((done) => done && close())}
      />
    </Page>
  );
}
