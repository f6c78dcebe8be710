import { Button, Menu } from '@mantine/core';
import {
  IconDeviceDesktopPlus,
  IconNetwork,
  IconPlus,
  IconRadar2,
  IconServer2,
  IconSitemap,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCallback, useState, type ReactNode } from 'react';
import { useMay } from '../session/session.ts';
import { useWords } from '../words/words.ts';
import { addEntries } from './add-entries.ts';
import { addPaths } from './add-paths.ts';
import type { NetworkFlow } from './add-network.tsx';
import { useKey } from './keys.tsx';
import styles from './shell.module.css';

interface Props {
  onComputer: () => void;
  onNetwork: (flow: NetworkFlow) => void;
}

/** Menu of the entities that the user may add; renders nothing without any. */
export function AddMenu({ onComputer, onNetwork }: Props): ReactNode {
  const t = useWords();
  const may = useMay();
  const [opened, setOpened] = useState(false);
  useKey(
    'c',
    useCallback(() => setOpened(true), []),
  );
  const allowed = addEntries.filter(({ need }) => may(need));
  if (allowed.length === 0) return null;
  return (
    <Menu width={270} opened={opened} onChange={setOpened}>
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
          <>
            <Menu.Item leftSection={<IconDeviceDesktopPlus size={16} stroke={1.6} />} onClick={onComputer}>
              {t('add.computer')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconNetwork size={16} stroke={1.6} />}
              onClick={() => onNetwork('network-discovery')}
            >
              {t('add.network')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconRadar2 size={16} stroke={1.6} />}
              onClick={() => onNetwork('ad-hoc-discovery')}
            >
              {t('add.adHoc')}
            </Menu.Item>
            <Menu.Item leftSection={<IconServer2 size={16} stroke={1.6} />} onClick={() => onNetwork('vm-host')}>
              {t('add.vmHost')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconSitemap size={16} stroke={1.6} />}
              onClick={() => onNetwork('directory-discovery')}
            >
              {t('add.directory')}
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
