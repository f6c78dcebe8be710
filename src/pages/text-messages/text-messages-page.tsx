import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CallInput, CallReply } from '#api/client.ts';
import gateway from '#schemas/division/sms-gateway.json?screen';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { DocumentForm } from '../../parts/document-form.tsx';
import { SaveFoot } from '../../parts/save-foot.tsx';
import styles from '../../parts/settings.module.css';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { TestText } from './test-text.tsx';

type Gateway = CallReply<'readSmsGateway'>;

function GatewayForm({ stored }: { stored: Gateway }): ReactNode {
  const t = useWords();
  // A new form once it is saved: the token that was typed does not stay in it.
  const [edition, setEdition] = useState(0);
  const save = useAct('saveSmsGateway', {
    done: t('textMessages.saved'),
    failed: t('textMessages.saveFailed'),
    refresh: ['readSmsGateway'],
  });
  return (
    <DocumentForm
      key={edition}
      screen={gateway}
      stored={stored}
      busy={save.busy}
      failure={save.failure}
      onSave={async (answers) => {
        const { authTokenSet: _, ...body } = answers;
        const saved = await save.run({ body: body as NonNullable<CallInput<'saveSmsGateway'>['body']> });
        if (saved) setEdition((last) => last + 1);
        return saved !== undefined;
      }}
      foot={({ changed, reset }) => (
        <SaveFoot changed={changed} busy={save.busy} failure={save.failure} onReset={reset} />
      )}
    />
  );
}

function GatewayCard({ stored }: { stored: Gateway }): ReactNode {
  const t = useWords();
  const [asking, setAsking] = useState(false);
  const remove = useAct('removeSmsGateway', {
    done: t('textMessages.removed'),
    failed: t('textMessages.removeFailed'),
    refresh: ['readSmsGateway'],
  });
  return (
    <Card
      title={t('textMessages.gateway')}
      text={t('textMessages.gatewayText')}
      actions={
        stored.configured ? (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('textMessages.remove')}
          </Button>
        ) : null
      }
    >
      {/* Once it is removed the form begins anew. */}
      <GatewayForm key={String(stored.configured)} stored={stored} />
      <ConfirmModal
        opened={asking}
        danger
        title={t('textMessages.remove')}
        text={t('textMessages.removeText')}
        act={t('textMessages.remove')}
        busy={remove.busy}
        failure={remove.failure?.message}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove.run({}).then((done) => done && setAsking(false))}
      />
    </Card>
  );
}

/** The SMS gateway: what it is, and whether it takes a message. */
export default function TextMessagesPage(): ReactNode {
  const t = useWords();
  const stored = useCall('readSmsGateway');
  return (
    <Page title={t('textMessages.title')} description={t('textMessages.text')}>
      <div className={styles.sections}>
        <DataState of={stored} failed={t('textMessages.failed')} tall>
          {(read) => (
            <>
              <GatewayCard stored={read} />
              <TestText ready={read.configured} />
            </>
          )}
        </DataState>
      </div>
    </Page>
  );
}
