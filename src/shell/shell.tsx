import { ActionIcon, Drawer, Tooltip } from '@mantine/core';
import { IconHelp, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2 } from '@tabler/icons-react';
import { Link, Outlet } from '@tanstack/react-router';
import { useCallback, useState, type ReactNode } from 'react';
import { Logo } from '../parts/logo.tsx';
import { useMe } from '../session/session.ts';
import { useRemembered } from '../table/remembered.ts';
import { useWords } from '../words/words.ts';
import { AddMenu } from './add-menu.tsx';
import { GlobalSearch } from './search/global-search.tsx';
import { AddComputer } from './add-computer.tsx';
import { AddNetwork, type NetworkFlow } from './add-network.tsx';
import { KeysModal, useKey } from './keys.tsx';
import { useShortcuts } from './shortcuts.ts';
import { AdministrationPanel } from './administration-panel.tsx';
import { Navigation, useAdministering } from './navigation.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { PersonMenu } from './person-menu.tsx';
import styles from './shell.module.css';

const isFlag = (kept: unknown): kept is boolean => typeof kept === 'boolean';

/** The layout of the console: header, left navigation and page. */
export function Shell(): ReactNode {
  const t = useWords();
  const me = useMe();
  const [folded, setFolded] = useRemembered('navigation.collapsed', false, isFlag);
  const administering = useAdministering();
  // Next to the administration's panel there is only room for icons.
  const collapsed = folded || administering;
  const [drawer, setDrawer] = useState(false);
  const [keys, setKeys] = useState(false);
  const [computer, setComputer] = useState(false);
  const [network, setNetwork] = useState<NetworkFlow>();
  useShortcuts();
  useKey(
    '?',
    useCallback(() => setKeys(true), []),
  );
  useKey(
    '[',
    useCallback(() => setFolded(!folded), [folded, setFolded]),
  );
  const toggleWords = collapsed ? t('shell.expand') : t('shell.collapse');

  return (
    <div
      className={styles.shell}
      data-collapsed={collapsed || undefined}
      data-administering={administering || undefined}
    >
      <a
        href="#main"
        className={styles.skip}
        onClick={(event) => {
          // The hash is the route, so a hash link would navigate.
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        {t('shell.skip')}
      </a>
      <header className={styles.header}>
        <div className={styles.headerStart}>
          <ActionIcon className={styles.narrow} onClick={() => setDrawer(true)} aria-label={t('shell.openNavigation')}>
            <IconMenu2 size={20} />
          </ActionIcon>
          <Link to="/systemDashboard/overview" className={styles.home} aria-label={t('shell.home')}>
            <Logo />
          </Link>
          <span className={styles.division}>{me.divisionName}</span>
        </div>
        <div className={styles.headerMiddle}>
          <GlobalSearch onAction={(id) => (id === 'computer' ? setComputer(true) : setKeys(true))} />
        </div>
        <div className={styles.headerEnd}>
          <AddMenu onComputer={() => setComputer(true)} onNetwork={setNetwork} />
          <Tooltip label={t('shell.keys')}>
            <ActionIcon className={styles.wide} onClick={() => setKeys(true)} aria-label={t('shell.keys')}>
              <IconHelp size={20} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
          <PersonMenu />
        </div>
      </header>
      <aside className={styles.side}>
        <Navigation collapsed={collapsed} />
        {administering ? null : (
          <div className={styles.sideFoot}>
            {collapsed ? null : <span>{t('shell.version', { version: me.version })}</span>}
            <Tooltip label={toggleWords} position="right">
              <ActionIcon onClick={() => setFolded(!folded)} aria-label={toggleWords} aria-expanded={!collapsed}>
                {collapsed ? (
                  <IconLayoutSidebarLeftExpand size={18} stroke={1.6} />
                ) : (
                  <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} />
                )}
              </ActionIcon>
            </Tooltip>
          </div>
        )}
      </aside>
      {administering ? (
        <div className={styles.administration}>
          <AdministrationPanel />
        </div>
      ) : null}
      <Drawer
        opened={drawer}
        onClose={() => setDrawer(false)}
        size={280}
        title={<Logo />}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Navigation collapsed={false} onGo={() => setDrawer(false)} />
        {administering ? <AdministrationPanel onGo={() => setDrawer(false)} /> : null}
      </Drawer>
      <main id="main" tabIndex={-1} className={styles.main}>
        <OfflineBanner />
        <PageBoundary>
          <Outlet />
        </PageBoundary>
      </main>
      <AddComputer opened={computer} onClose={() => setComputer(false)} />
      <AddNetwork flow={network} onClose={() => setNetwork(undefined)} />
      <KeysModal opened={keys} onClose={() => setKeys(false)} />
    </div>
  );
}
