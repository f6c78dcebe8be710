import { Button, Menu } from '@mantine/core';
import { IconBuilding, IconDeviceDesktopPlus, IconPlus, IconUserPlus, IconHeartRateMonitor } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useMay, type Need } from '../session/session.ts';
import { useWords } from '../words/words.ts';
import { AddComputer } from './add-computer.tsx';
import { addPaths } from './add-paths.ts';
import styles from './shell.module.css';

const entries = [
  { id: 'organization', icon: IconBuilding, need: 'ORGANIZATION:Create' },
  { id: 'monitor', icon: IconHeartRateMonitor, need: 'NODE:Create' },
  { id: 'technician', icon: IconUserPlus, need: 'sysadmin' },
] as const satisfies { id: keyof typeof addPaths; icon: unknown; need: Need }[];

/** What this person may add; nothing when that is nothing. */
export function AddMenu(): ReactNode {
  const t = useWords();
  const may = useMay();
  const [computer, setComputer] = useState(false);
  const allowed = entries.filter(({ need }) => may(need));
  if (allowed.length === 0) return null;
  return (
    <>
      <Menu width={220}>
        <Menu.Target>
          <Button className={styles.add} aria-label={t('shell.add')} leftSection={<IconPlus size={16} />}>
            {t('shell.add')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {allowed.map(({ id, icon: Icon }) => (
            <Menu.Item key={id} component={Link} to={addPaths[id]} leftSection={<Icon size={16} stroke={1.6} />}>
              {t(`add.${id}`)}
            </Menu.Item>
          ))}
          {may('NODE:Create') ? (
            <Menu.Item leftSection={<IconDeviceDesktopPlus size={16} stroke={1.6} />} onClick={() => setComputer(true)}>
              {t('add.computer')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <AddComputer opened={computer} onClose={() => setComputer(false)} />
    </>
  );
}
