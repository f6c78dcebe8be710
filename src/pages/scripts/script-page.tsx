import { Button } from '@mantine/core';
import { IconPencil, IconPlayerPlay } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { When } from '../../parts/when.tsx';
import { NotFound } from '../../shell/page-boundary.tsx';
import { Page } from '../../shell/page.tsx';
import { libraryPath, scriptPath } from '../../shell/script-paths.ts';
import { useWords } from '../../words/words.ts';
import { RunList } from './run-list.tsx';
import { RunScript } from './run-script.tsx';
import { CopyScript, DeleteScript, RenameScript } from './script-acts.tsx';
import { InstallerFiles } from './installer-files.tsx';
import { editPathOf, isText, ScriptMenu, type Act } from './script-columns.tsx';
import { ScriptVersions } from './script-versions.tsx';
import type { ListedScript } from './script.ts';
import styles from './scripts.module.css';

type Script = CallReply<'readScript'>;

/** A script with its text, its versions and its runs. */
export default function ScriptPage(): ReactNode {
  const t = useWords();
  const id = Number(useParams({ strict: false, select: (params: { id?: string }) => params.id }));
  const known = Number.isInteger(id) && id > 0;
  const reply = useCall('readScript', { params: { id } }, { enabled: known });
  const [act, setAct] = useState<Act>();
  const close = (): void => setAct(undefined);
  const script = reply.data;
  if (!known || reply.error?.code === 'not_found') return <NotFound />;
  return (
    <Page
      title={script?.name ?? t('script.title')}
      parents={[{ path: libraryPath, title: t('nav.scripts') }]}
      description={script?.description || undefined}
      actions={
        script ? (
          <>
            {script.may.update ? (
              <Button component={Link} to={editPathOf(script)} variant="default" leftSection={<IconPencil size={16} />}>
                {t('edit')}
              </Button>
            ) : null}
            {script.may.run ? (
              <Button leftSection={<IconPlayerPlay size={16} />} onClick={() => setAct({ what: 'run', script })}>
                {t('script.run')}
              </Button>
            ) : null}
            <ScriptMenu script={script} onAct={setAct} />
          </>
        ) : null
      }
    >
      <DataState of={reply} failed={t('script.readFailed')} tall>
        {(shown) => <Overview script={shown} />}
      </DataState>
      {act?.what === 'rename' ? <RenameScript script={act.script} onClose={close} /> : null}
      {act?.what === 'copy' ? <CopyScript script={act.script} onClose={close} /> : null}
      {act?.what === 'delete' ? <DeleteScript script={act.script} onClose={close} /> : null}
      {act?.what === 'run' ? <RunScript scriptId={act.script.id} onClose={close} /> : null}
    </Page>
  );
}

function Overview({ script }: { script: Script }): ReactNode {
  const t = useWords();
  const library = useCall('listScripts').data ?? [];
  const runs = useCall('listScriptRuns', { query: { scriptId: script.id } }, { refetchEverySeconds: 30 });
  const facts: [string, ReactNode][] = [
    [t('script.language'), t(`script.language_${script.language}`)],
    [t('script.system'), script.operatingSystems.join(', ')],
    [t('script.architecture'), script.architecture.map((bits) => t('script.bits', { bits })).join(', ')],
    [t('script.category'), script.categoriesNames.join(', ')],
    ...usesOf(script, library, t),
    [t('script.runAs'), script.defaultRunAs || t('script.agentUser')],
    [t('script.timeLimit'), t('script.seconds', { count: script.defaultTimeout })],
    [
      t('script.created'),
      <span key="created">
        {script.createdBy} · <When at={script.createdOn} />
      </span>,
    ],
    [
      t('script.updated'),
      <span key="updated">
        {script.lastUpdatedBy} · <When at={script.updatedOn} />
      </span>,
    ],
  ];
  // The path of an application says nothing of the architecture.
  const known = facts.filter(([, value]) => value !== '');
  return (
    <div className={styles.cards}>
      <Card title={t('script.about')}>
        <dl className={styles.facts}>
          {known.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {script.language === 'binary_run' ? (
        <Card title={t('script.application')}>
          <code className={styles.path}>{script.script}</code>
        </Card>
      ) : script.attachment === null ? (
        <Card title={t('script.text_title')} flush>
          <pre className={styles.source} tabIndex={0} aria-label={t('script.text_title')}>
            {script.script}
          </pre>
        </Card>
      ) : (
        <InstallerFiles script={script} installer={script.attachment} />
      )}
      <Card title={t('script.runs')} flush>
        <DataState of={runs} failed={t('script.runsFailed')}>
          {(all) => <RunList runs={all} label={t('script.runs')} none={t('script.noRuns')} />}
        </DataState>
      </Card>
      {isText(script) ? <ScriptVersions script={script} /> : null}
    </div>
  );
}

/** The scripts before and after an installer, and the installers that a script is used by (F05-09). */
function usesOf(
  { id, preExecutionScript, postExecutionScript }: Script,
  library: readonly ListedScript[],
  t: ReturnType<typeof useWords>,
): [string, ReactNode][] {
  const link = ({ id: other, name, may }: ListedScript): ReactNode =>
    may.read ? (
      <Link key={other} to={scriptPath(other)}>
        {name}
      </Link>
    ) : (
      <span key={other}>{name}</span>
    );
  const named = (wanted: number | null): ReactNode => {
    const found = library.find((each) => each.id === wanted);
    return found === undefined ? '' : link(found);
  };
  const users = library.filter((each) => each.preExecutionScript === id || each.postExecutionScript === id);
  return [
    [t('script.before'), named(preExecutionScript)],
    [t('script.after'), named(postExecutionScript)],
    [t('script.usedBy'), users.length === 0 ? '' : <span className={styles.users}>{users.map(link)}</span>],
  ];
}
