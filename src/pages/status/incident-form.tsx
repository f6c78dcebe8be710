import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import incident from '#schemas/status-incident/incident.json?screen';
import { useAct } from '../../data/use-act.ts';
import { DocumentForm } from '../../parts/document-form.tsx';
import { useWords } from '../../words/words.ts';

export type PostedIncident = CallReply<'listStatusIncidents'>[number];
/** A new incident, another update of one, or other words for its latest update. */
export type Asked = { what: 'post' } | { what: 'update' | 'correct'; incident: PostedIncident };

const acts = {
  post: 'statusPage.postIncident',
  update: 'statusPage.updateIncident',
  correct: 'statusPage.correctIncident',
} as const;

interface Props {
  pageId: number;
  asked: Asked;
  onLeave: () => void;
}

/** Asks for title, state and message of an incident, and posts them. */
export function IncidentForm({ pageId, asked, onLeave }: Props): ReactNode {
  const t = useWords();
  const words = {
    failed: t('statusPage.incidentFailed'),
    refresh: ['listStatusIncidents', 'listStatusPages'] as const,
  };
  const refresh = [...words.refresh];
  const add = useAct('addStatusIncident', { ...words, refresh, done: t('statusPage.incidentPosted') });
  const save = useAct('saveStatusIncident', { ...words, refresh, done: t('statusPage.incidentUpdated') });
  const failure = add.failure ?? save.failure;
  const run = async (answers: Record<string, unknown>): Promise<boolean> => {
    const body = answers as { title: string; state: PostedIncident['updates'][number]['state']; text: string };
    const done =
      asked.what === 'post'
        ? await add.run({ params: { id: pageId }, body })
        : await save.run({
            params: { id: pageId, incidentId: asked.incident.id },
            body: { ...body, correct: asked.what === 'correct' },
          });
    if (done) onLeave();
    return done !== undefined;
  };
  return (
    <DocumentForm
      screen={incident}
      stored={storedOf(asked)}
      busy={add.busy || save.busy}
      failure={failure}
      onSave={run}
      foot={() => (
        <>
          {failure && !failure.fields ? (
            <Text size="sm" c="var(--cairn-bad)" role="alert" mt="sm">
              {failure.message}
            </Text>
          ) : null}
          <Group justify="flex-end" gap="xs" mt="md">
            <Button variant="default" onClick={onLeave}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={add.busy || save.busy}>
              {t(acts[asked.what])}
            </Button>
          </Group>
        </>
      )}
    />
  );
}

/** An update begins with the state that holds; its message is a new one. */
function storedOf(asked: Asked): Record<string, unknown> {
  if (asked.what === 'post') return { state: 'INVESTIGATING' };
  const { title, updates } = asked.incident;
  const [latest] = updates;
  return { title, state: latest?.state, ...(asked.what === 'correct' && { text: latest?.text }) };
}
