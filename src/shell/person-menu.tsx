import { Menu } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useMe } from '../session/session.ts';
import { useWords } from '../words/words.ts';
import styles from './shell.module.css';
import { SignOutModal } from './sign-out-modal.tsx';

export function initialsOf(firstName: string, lastName: string, email: string): string {
  const initials = `${[...firstName.trim()][0] ?? ''}${[...lastName.trim()][0] ?? ''}`;
  return (initials || ([...email][0] ?? '')).toUpperCase();
}

export function PersonMenu(): ReactNode {
  const t = useWords();
  const me = useMe();
  const [leaving, setLeaving] = useState(false);
  const initials = initialsOf(me.firstName, me.lastName, me.email);
  const name = `${me.firstName} ${me.lastName}`.trim() || me.email;
  return (
    <>
      <Menu width={240}>
        <Menu.Target>
          <button type="button" className={styles.person} aria-label={t('shell.person', { initials, name })}>
            {initials}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={styles.personName}>
            <strong>{name}</strong>
            <span>{me.email}</span>
          </div>
          <Menu.Divider />
          <Menu.Item component={Link} to="/profile" leftSection={<IconUserCircle size={16} />}>
            {t('nav.profile')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => setLeaving(true)}>
            {t('signOut.act')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SignOutModal opened={leaving} onClose={() => setLeaving(false)} />
    </>
  );
}
