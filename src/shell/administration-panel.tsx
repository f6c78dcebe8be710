import { ActionIcon } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useMay } from '../session/session.ts';
import { isTexts, useRemembered } from '../table/remembered.ts';
import { useWords } from '../words/words.ts';
import { administrationFor, isGroupAt, isTabAt, type AdministrationGroup } from './administration.ts';
import styles from './administration.module.css';
import shell from './shell.module.css';

/** Navigation of the administration: groups that expand to their tabs (C02-01 … C02-07). */
export function AdministrationPanel({ onGo }: { onGo?: () => void }): ReactNode {
  const t = useWords();
  const may = useMay();
  const path = useLocation({ select: ({ pathname }) => pathname });
  // An expanded group stays so until the user collapses it, across visits.
  const [open, setOpen] = useRemembered('administration.open', [], isTexts);
  const groups = administrationFor(may);
  const here = groups.find((group) => isGroupAt(group, path))?.id;
  const arrivedAt = useRef<string>(undefined);
  useLayoutEffect(() => {
    // Expand only on navigation: the user may collapse the current page's group.
    if (arrivedAt.current === path) return;
    arrivedAt.current = path;
    if (here !== undefined && !open.includes(here)) setOpen([...open, here]);
  }, [here, path, open, setOpen]);
  return (
    <nav aria-label={t('nav.administration')} className={styles.panel}>
      {/* In the drawer the entry above says it. */}
      {onGo ? null : <p className={styles.title}>{t('nav.administration')}</p>}
      <ul className={styles.list}>
        {groups.map((group) => (
          <Group
            key={group.id}
            group={group}
            path={path}
            open={open.includes(group.id)}
            onToggle={() =>
              setOpen(open.includes(group.id) ? open.filter((id) => id !== group.id) : [...open, group.id])
            }
            onGo={onGo}
          />
        ))}
      </ul>
    </nav>
  );
}

interface GroupProps {
  group: AdministrationGroup;
  path: string;
  open: boolean;
  onToggle: () => void;
  onGo: (() => void) | undefined;
}

function Group({ group, path, open, onToggle, onGo }: GroupProps): ReactNode {
  const t = useWords();
  const list = useId();
  const name = t(`administration.${group.id}`);
  const [first] = group.tabs;
  if (!first) return null;
  // A group without sub-tabs is a link itself.
  if (first.path === group.base)
    return (
      <li>
        <Tab tab={first} path={path} onGo={onGo} />
      </li>
    );
  return (
    <li>
      <div className={styles.group}>
        {/* Not the router's link, which would call itself the current page beside its tab. */}
        <a href={`#${first.path}`} className={styles.name} onClick={onGo}>
          {name}
        </a>
        <ActionIcon
          size={28}
          aria-label={t('administration.tabsOf', { name })}
          aria-expanded={open}
          aria-controls={list}
          onClick={onToggle}
        >
          <IconChevronDown size={16} aria-hidden className={styles.arrow} data-open={open || undefined} />
        </ActionIcon>
      </div>
      <ul id={list} className={styles.tabs} hidden={!open}>
        {group.tabs.map((tab) => (
          <li key={tab.id}>
            <Tab tab={tab} path={path} onGo={onGo} />
          </li>
        ))}
      </ul>
    </li>
  );
}

function Tab({
  tab,
  path,
  onGo,
}: { tab: AdministrationGroup['tabs'][number] } & Pick<GroupProps, 'path' | 'onGo'>): ReactNode {
  const t = useWords();
  return (
    <Link to={tab.path} className={shell.navLink} aria-current={isTabAt(tab, path) ? 'page' : undefined} onClick={onGo}>
      <tab.icon size={18} stroke={1.6} aria-hidden />
      <span>{t(`nav.${tab.id}`)}</span>
      {tab.beta ? <span className={styles.beta}>{t('administration.beta')}</span> : null}
    </Link>
  );
}
