import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { CallFailed } from '#api/call-failed.ts';
import type { CallReply } from '#api/client.ts';
import { FlowHost } from '../../flow/flow-host.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { DeliveryState } from '../../parts/delivery-state.tsx';
import { Message } from '../../parts/message.tsx';
import { SettingLine } from '../../parts/setting-line.tsx';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';
import styles from './configured-card.module.css';

type Delivery = CallReply<'listBackupJobs'>['delivery'];

interface Words {
  title: string;
  text: string;
  add: string;
  none: string;
  noneText: string;
  failed: string;
  remove: string;
  removeTitle(name: string): string;
  removeText: string;
}

interface Removal {
  busy: boolean;
  failure: CallFailed | undefined;
  /** Resolves with whether it is removed. */
  run(id: number): Promise<boolean>;
  clear(): void;
}

interface ConfiguredCardProps<Item extends { id: number }> {
  /** The device. */
  id: number;
  flowId: string;
  list: UseQueryResult<{ items: Item[]; delivery: Delivery }, CallFailed>;
  nameOf(item: Item): string;
  /** Stands after the name. */
  mark?(item: Item): ReactNode;
  note(item: Item): ReactNode;
  foot?: ReactNode;
  removal: Removal;
  words: Words;
  /** The flow ended: what it changed is read again. */
  onChanged(): void;
}

type Opened<Item> = { what: 'add' } | { what: 'edit' | 'delete'; item: Item };

/** Settings of one kind that a device should have, with the flow that makes them, and whether its agent has them. */
export function ConfiguredCard<Item extends { id: number }>(props: ConfiguredCardProps<Item>): ReactNode {
  const { id, flowId, list, words, foot, onChanged } = props;
  const may = useMay();
  const [opened, setOpened] = useState<Opened<Item>>();
  const close = (): void => setOpened(undefined);
  const mayChange = may('NODE:Update');
  return (
    <div className={styles.whole}>
      <Card
        title={words.title}
        count={list.data?.items.length}
        text={words.text}
        actions={
          mayChange ? (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => setOpened({ what: 'add' })}
            >
              {words.add}
            </Button>
          ) : null
        }
      >
        <DataState of={list} failed={words.failed}>
          {({ items, delivery }) => (
            <>
              {delivery.state === 'none' ? null : <DeliveryState delivery={delivery} />}
              {items.length === 0 ? <Message title={words.none} text={words.noneText} /> : null}
              {items.map((item) => (
                <Line key={item.id} item={item} {...props} {...(mayChange && { onOpen: setOpened })} />
              ))}
              {items.length === 0 || foot === undefined ? null : <p className={styles.quiet}>{foot}</p>}
            </>
          )}
        </DataState>
      </Card>
      {opened?.what === 'add' || opened?.what === 'edit' ? (
        <FlowHost
          flowId={flowId}
          {...(opened.what === 'edit' ? { mode: 'EDIT', subject: String(opened.item.id) } : { mode: 'NEW' })}
          given={{ nodeId: id }}
          onEnded={() => {
            close();
            onChanged();
          }}
        />
      ) : null}
      {opened?.what === 'delete' ? <Remove item={opened.item} {...props} onClose={close} /> : null}
    </div>
  );
}

type LineProps<Item extends { id: number }> = Pick<ConfiguredCardProps<Item>, 'nameOf' | 'mark' | 'note' | 'words'> & {
  item: Item;
  onOpen?: (opened: Opened<Item>) => void;
};

function Line<Item extends { id: number }>({ item, nameOf, mark, note, words, onOpen }: LineProps<Item>): ReactNode {
  const t = useWords();
  const name = nameOf(item);
  return (
    <SettingLine
      title={
        <>
          {name} {mark?.(item)}
        </>
      }
      note={<div className={styles.facts}>{note(item)}</div>}
      actions={
        onOpen ? (
          <Menu>
            <Menu.Target>
              <ActionIcon variant="default" aria-label={t('configured.actionsOf', { name })}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onOpen({ what: 'edit', item })}>
                {t('edit')}
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} />}
                onClick={() => onOpen({ what: 'delete', item })}
              >
                {words.remove}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ) : null
      }
    />
  );
}

type RemoveProps<Item extends { id: number }> = Pick<ConfiguredCardProps<Item>, 'nameOf' | 'removal' | 'words'> & {
  item: Item;
  onClose: () => void;
};

function Remove<Item extends { id: number }>({ item, nameOf, removal, words, onClose }: RemoveProps<Item>): ReactNode {
  const close = (): void => {
    removal.clear();
    onClose();
  };
  return (
    <ConfirmModal
      opened
      danger
      title={words.removeTitle(nameOf(item))}
      text={words.removeText}
      act={words.remove}
      busy={removal.busy}
      failure={removal.failure?.message}
      onClose={close}
      onConfirm={() => void removal.run(item.id).then((done) => done && close())}
    />
  );
}
