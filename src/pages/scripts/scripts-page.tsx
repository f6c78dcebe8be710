import { Button, Pagination } from '@mantine/core';
import { IconAppWindow, IconCode, IconFileImport, IconPackage, IconPlus, IconTags } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { scriptsOnPage } from '#api/contract/script.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { Bones, DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { useMay } from '../../session/session.ts';
import { Page } from '../../shell/page.tsx';
import {
  importScriptPath,
  newApplicationPath,
  newInstallerPath,
  newScriptPath,
  scriptPath,
} from '../../shell/script-paths.ts';
import { sortRows } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import tableStyles from '../../table/data-table.module.css';
import { ListFrame } from '../../table/list-frame.tsx';
import { useTableState } from '../../table/table-state.ts';
import { useWords } from '../../words/words.ts';
import { CategoriesModal } from './categories-modal.tsx';
import { RunScript } from './run-script.tsx';
import { CopyScript, DeleteScript, RenameScript } from './script-acts.tsx';
import { scriptColumns, type Act } from './script-columns.tsx';
import { matchesFilters, ScriptFilters, type Filters } from './script-filters.tsx';
import styles from './scripts.module.css';

/** The library of scripts (C12-01, C12-14). */
export default function ScriptsPage(): ReactNode {
  const t = useWords();
  const may = useMay();
  const navigate = useNavigate();
  const scripts = useCall('listScripts');
  const [search, setSearch] = useState('');
  const [filters, setFilters] = useState<Filters>({});
  const [page, setPage] = useState(1);
  const [editing, setEditing] = useState(false);
  const [act, setAct] = useState<Act>();
  const columns = useMemo(() => scriptColumns(t, setAct), [t]);
  const table = useTableState('scripts', columns, { column: 'name', descending: false });
  const close = (): void => setAct(undefined);
  const add = may('SCRIPT_CATEGORY:Create') ? (
    <>
      <Button component={Link} to={newInstallerPath} variant="default" leftSection={<IconPackage size={16} />}>
        {t('script.newInstaller')}
      </Button>
      <Button component={Link} to={newApplicationPath} variant="default" leftSection={<IconAppWindow size={16} />}>
        {t('script.newApplication')}
      </Button>
      <Button component={Link} to={importScriptPath} variant="default" leftSection={<IconFileImport size={16} />}>
        {t('script.import')}
      </Button>
      <Button component={Link} to={newScriptPath} leftSection={<IconPlus size={16} />}>
        {t('script.new')}
      </Button>
    </>
  ) : null;
  const actions = (
    <>
      {may('sysadmin') ? (
        <Button variant="default" leftSection={<IconTags size={16} />} onClick={() => setEditing(true)}>
          {t('script.categories')}
        </Button>
      ) : null}
      {add}
    </>
  );
  return (
    <Page title={t('nav.scripts')} description={t('script.text')} actions={actions}>
      <Card flush>
        <DataState of={scripts} failed={t('script.failed')} tall bones={<Bones lines={6} />}>
          {(all) => {
            if (all.length === 0)
              return (
                <Message
                  tall
                  icon={<IconCode size={32} stroke={1.5} />}
                  title={t('script.none')}
                  text={t('script.noneText')}
                  actions={add}
                />
              );
            const matching = all.filter((script) => matchesFilters(script, { ...filters, search }));
            const sorted = sortRows(matching, table.shown, table.sort);
            const pages = Math.max(1, Math.ceil(sorted.length / scriptsOnPage));
            const current = Math.min(page, pages);
            const shown = sorted.slice((current - 1) * scriptsOnPage, current * scriptsOnPage);
            return (
              <ListFrame
                label={t('script.search')}
                search={search}
                onSearch={setSearch}
                filters={<ScriptFilters scripts={all} filters={filters} onChange={setFilters} />}
                end={<span className={tableStyles.count}>{t('script.count', { count: matching.length })}</span>}
                empty={
                  matching.length === 0
                    ? {
                        icon: <IconCode size={32} stroke={1.5} />,
                        text: search ? t('table.noMatchText', { search: search.trim() }) : t('script.noMatch'),
                        onClear: () => {
                          setSearch('');
                          setFilters({});
                        },
                      }
                    : undefined
                }
              >
                <DataTable
                  label={t('nav.scripts')}
                  rows={shown}
                  columns={table.shown}
                  sort={table.sort}
                  onSort={table.setSort}
                  stickyHead
                  onOpen={({ id, may: { read } }) => read && void navigate({ to: scriptPath(id) })}
                />
                {pages > 1 ? (
                  <div className={styles.pages}>
                    <Pagination total={pages} value={current} onChange={setPage} size="sm" />
                  </div>
                ) : null}
              </ListFrame>
            );
          }}
        </DataState>
      </Card>
      {editing ? <CategoriesModal onClose={() => setEditing(false)} /> : null}
      {act?.what === 'rename' ? <RenameScript script={act.script} onClose={close} /> : null}
      {act?.what === 'copy' ? <CopyScript script={act.script} onClose={close} /> : null}
      {act?.what === 'delete' ? <DeleteScript script={act.script} onClose={close} /> : null}
      {act?.what === 'run' ? <RunScript scriptId={act.script.id} onClose={close} /> : null}
    </Page>
  );
}
