import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CallInput, CallReply } from '#api/client.ts';
import mail from '#schemas/division/mail.json?screen';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { DocumentForm } from '../../parts/document-form.tsx';
import { Notice } from '../../parts/notice.tsx';
import parts from '../../parts/parts.module.css';
import { SaveFoot } from '../../parts/save-foot.tsx';
import styles from '../../parts/settings.module.css';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { TestMessage } from './test-message.tsx';

type Setup = CallReply<'readMail'>;

/** What the environment says: it can be read here, and changed where the server is started. */
function FromEnvironment({ setup }: { setup: Setup }): ReactNode {
  const t = useWords();
  const { host, port, security, username, senderName, senderAddress } = setup;
  return (
    <>
      <Notice title={t('mail.byEnvironment')} text={t('mail.byEnvironmentText')} />
      <dl className={parts.facts}>
        <dt>{t('mail.host')}</dt>
        <dd className={parts.mono}>{`${host}:${port}`}</dd>
        <dt>{t('mail.security')}</dt>
        <dd>{t(`mail.${security}`)}</dd>
        <dt>{t('mail.login')}</dt>
        <dd>{username === '' ? t('mail.noLogin') : <span className={parts.mono}>{username}</span>}</dd>
        <dt>{t('mail.sender')}</dt>
        <dd>{senderName === '' ? senderAddress : `${senderName} <${senderAddress}>`}</dd>
      </dl>
    </>
  );
}

function MailForm({ setup }: { setup: Setup }): ReactNode {
  const t = useWords();
  // A new form once it is saved: the password that was typed does not stay in it.
  const [edition, setEdition] = useState(0);
  const save = useAct('saveMail', {
    done: t('mail.saved'),
    failed: t('mail.saveFailed'),
    refresh: ['readMail', 'readDivision'],
  });
  return (
    <DocumentForm
      key={edition}
      screen={mail}
      stored={setup}
      busy={save.busy}
      failure={save.failure}
      onSave={async (answers) => {
        const { passwordSet: _, ...body } = answers;
        const saved = await save.run({ body: body as NonNullable<CallInput<'saveMail'>['body']> });
        if (saved) setEdition((last) => last + 1);
        return saved !== undefined;
      }}
      foot={({ changed, reset }) => (
        <SaveFoot changed={changed} busy={save.busy} failure={save.failure} onReset={reset} />
      )}
    />
  );
}

function ServerCard({ setup }: { setup: Setup }): ReactNode {
  const t = useWords();
  const [asking, setAsking] = useState(false);
  const remove = useAct('removeMail', {
    done: t('mail.removed'),
    failed: t('mail.removeFailed'),
    refresh: ['readMail', 'readDivision'],
  });
  return (
    <Card
      title={t('mail.server')}
      text={t('mail.serverText')}
      actions={
        setup.source === 'stored' ? (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('mail.remove')}
          </Button>
        ) : null
      }
    >
      {setup.source === 'environment' ? (
        <FromEnvironment setup={setup} />
      ) : (
        // Once it is removed the form begins anew.
        <MailForm key={setup.source} setup={setup} />
      )}
      <ConfirmModal
        opened={asking}
        danger
        title={t('mail.remove')}
        text={t('mail.removeText')}
        act={t('mail.remove')}
        busy={remove.busy}
        failure={remove.failure?.message}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove.run({}).then((done) => done && setAsking(false))}
      />
    </Card>
  );
}

/** The outgoing mail server: what it is, and whether it takes a message. */
export default function MailPage(): ReactNode {
  const t = useWords();
  const setup = useCall('readMail');
  return (
    <Page title={t('mail.title')} description={t('mail.text')}>
      <div className={styles.sections}>
        <DataState of={setup} failed={t('mail.failed')} tall>
          {(read) => (
            <>
              <ServerCard setup={read} />
              <TestMessage ready={read.source !== 'none'} />
            </>
          )}
        </DataState>
      </div>
    </Page>
  );
}
