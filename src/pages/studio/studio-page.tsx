import { Button, TextInput } from '@mantine/core';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { FlowManifest } from '#engine/flow/flow.ts';
import { useCall } from '../../data/use-call.ts';
import { flowManifests } from '../../flow/registry.ts';
import { Card } from '../../parts/card.tsx';
import { Message } from '../../parts/message.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { flowTitle } from './flow-title.ts';
import { studioFlowPath, wordsPath } from './paths.ts';
import { NotCommitted } from './not-committed.tsx';
import { ScheduledList } from './scheduled-list.tsx';
import { UnpublishedList } from './unpublished-list.tsx';
import styles from './studio.module.css';

interface Listed {
  id: string;
  title: string;
}

const kinds = { fullScreen: 'full-screen', modal: 'modal', page: 'page' } as const;

/** The flows by how they are presented, in the order of their titles. */
function flowsOf(presentation: FlowManifest['presentation']): Listed[] {
  return [...flowManifests]
    .filter(([, manifest]) => manifest.presentation === presentation)
    .map(([id]) => ({ id, title: flowTitle(id) }))
    .toSorted((a, b) => a.title.localeCompare(b.title));
}

/** Every flow of the console: the way to its diagram and its screens. */
export default function StudioPage(): ReactNode {
  const t = useWords();
  const [text, setText] = useState('');
  const published = useCall('listPublishedScreens', {});
  const publishedOf = (id: string): number => (published.data ?? []).filter(({ flow }) => flow === id).length;
  const wanted = text.trim().toLowerCase();
  const groups = Object.entries(kinds)
    .map(([kind, presentation]) => ({
      kind,
      flows: flowsOf(presentation).filter(({ id, title }) => `${id} ${title}`.toLowerCase().includes(wanted)),
    }))
    .filter(({ flows }) => flows.length > 0);
  return (
    <Page
      title={t('studio.title')}
      description={t('studio.text')}
      actions={
        <>
          <Button variant="default" component={Link} to={wordsPath}>
            {t('studio.words.title')}
          </Button>
          <TextInput
            aria-label={t('studio.find')}
            placeholder={t('studio.find')}
            leftSection={<IconSearch size={16} />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </>
      }
    >
      <div className={styles.stack}>
        <NotCommitted />
        <ScheduledList />
        <UnpublishedList />
        {groups.length === 0 ? (
          <Message
            tall
            icon={<IconSearchOff size={28} stroke={1.5} />}
            title={t('studio.noneFound')}
            text={t('studio.noneFoundText')}
          />
        ) : (
          groups.map(({ kind, flows }) => (
            <Card key={kind} title={t(`studio.kind.${kind}`)} count={flows.length} flush>
              <ul className={styles.flows}>
                {flows.map(({ id, title }) => (
                  <li key={id}>
                    <Link className={styles.flow} to={studioFlowPath(id)}>
                      <span className={styles.flowTitle}>{title}</span>
                      <span className={styles.flowId}>
                        {id}
                        {publishedOf(id) > 0 ? ` · ${t('studio.publishedScreens', { count: publishedOf(id) })}` : null}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </Card>
          ))
        )}
      </div>
    </Page>
  );
}
