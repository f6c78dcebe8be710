import { ActionIcon, Menu } from '@mantine/core';
import { IconCopy, IconCursorText, IconDots, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { When } from '../../parts/when.tsx';
import { editApplicationPath, editInstallerPath, editScriptPath, scriptPath } from '../../shell/script-paths.ts';
import type { Column } from '../../table/column.ts';
import styles from '../../table/data-table.module.css';
import { useWords } from '../../words/words.ts';
import { ScanTag } from './attachment-tile.tsx';
import { AutomationIcon } from './automation-icon.tsx';
import type { ListedScript } from './script.ts';
import own from './scripts.module.css';

export interface Act {
  what: 'run' | 'rename' | 'copy' | 'delete';
  script: ListedScript;
}

export function scriptColumns(t: ReturnType<typeof useWords>, onAct: (act: Act) => void): Column<ListedScript>[] {
  return [
    {
      id: 'name',
      title: t('script.name'),
      fixed: true,
      sortBy: ({ name }) => name,
      cell: ({ id, name, description, may, iconUrl }) => (
        <>
          <span className={own.named}>
            <AutomationIcon url={iconUrl} />
            {may.read ? (
              <Link to={scriptPath(id)} className={styles.main}>
                {name}
              </Link>
            ) : (
              <span className={styles.main}>{name}</span>
            )}
          </span>
          <span className={styles.second}>{description}</span>
        </>
      ),
    },
    {
      id: 'language',
      title: t('script.language'),
      width: 180,
      from: 640,
      sortBy: ({ language }) => language,
      cell: ({ language, attachment }) => (
        <>
          {t(`script.language_${language}`)} {attachment === null ? null : <ScanTag scan={attachment.scan} />}
        </>
      ),
    },
    {
      id: 'systems',
      title: t('script.system'),
      width: 170,
      from: 900,
      sortBy: ({ operatingSystems }) => operatingSystems.join(),
      cell: ({ operatingSystems }) => operatingSystems.join(', '),
    },
    {
      id: 'categories',
      title: t('script.category'),
      width: 200,
      from: 900,
      sortBy: ({ categoriesNames }) => categoriesNames.join(),
      cell: ({ categoriesNames }) => <span title={categoriesNames.join(', ')}>{categoriesNames.join(', ')}</span>,
    },
    {
      id: 'updated',
      title: t('script.updated'),
      width: 130,
      align: 'end',
      from: 1140,
      sortBy: ({ updatedOn }) => new Date(updatedOn).getTime(),
      cell: ({ updatedOn }) => <When at={updatedOn} />,
    },
    {
      id: 'actions',
      title: t('table.actions'),
      silent: true,
      width: 60,
      align: 'end',
      fixed: true,
      cell: (script) => <ScriptMenu script={script} onAct={onAct} />,
    },
  ];
}

/** The flow that edits it: automations that install or run an application have their own. */
export function editPathOf({ id, language }: Pick<ListedScript, 'id' | 'language'>): string {
  if (language === 'binary_install') return editInstallerPath(id);
  return language === 'binary_run' ? editApplicationPath(id) : editScriptPath(id);
}

/** Whether it has a text that is edited and copied, and versions to compare (C12-45). */
export function isText({ language }: Pick<ListedScript, 'language'>): boolean {
  return language !== 'binary_install' && language !== 'binary_run';
}

/** What may be done with a script (C12-42, C12-46); only a script is copied (C12-45). */
export function ScriptMenu({ script, onAct }: { script: ListedScript; onAct: (act: Act) => void }): ReactNode {
  const t = useWords();
  const { name, may } = script;
  if (!Object.values(may).includes(true)) return null;
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('script.actionsOf', { name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may.run ? (
          <Menu.Item leftSection={<IconPlayerPlay size={16} />} onClick={() => onAct({ what: 'run', script })}>
            {t('script.run')}
          </Menu.Item>
        ) : null}
        {may.update ? (
          <>
            <Menu.Item component={Link} to={editPathOf(script)} leftSection={<IconPencil size={16} />}>
              {t('edit')}
            </Menu.Item>
            <Menu.Item leftSection={<IconCursorText size={16} />} onClick={() => onAct({ what: 'rename', script })}>
              {t('script.rename')}
            </Menu.Item>
          </>
        ) : null}
        {may.read && isText(script) ? (
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => onAct({ what: 'copy', script })}>
            {t('copy')}
          </Menu.Item>
        ) : null}
        {may.delete ? (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} />}
            onClick={() => onAct({ what: 'delete', script })}
          >
            {t('script.delete')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
