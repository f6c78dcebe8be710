import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { MailFindings } from '#screens/monitor-findings/mail-findings.tsx';
import mailTest from '#schemas/division/mail-test.json?screen';
import { useAct } from '../../data/use-act.ts';
import { Card } from '../../parts/card.tsx';
import { DocumentForm } from '../../parts/document-form.tsx';
import styles from '../../parts/settings.module.css';
import { useMe } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';

/** Hands a message to the mail server and shows its answer. */
export function TestMessage({ ready }: { ready: boolean }): ReactNode {
  const t = useWords();
  const { email } = useMe();
  const [outcome, setOutcome] = useState<CallReply<'testMail'>['outcome']>();
  const test = useAct('testMail', { failed: t('mail.testFailed') });
  return (
    <Card title={t('mail.testTitle')} text={ready ? t('mail.testText') : t('mail.testFirst')}>
      {ready ? (
        <DocumentForm
          screen={mailTest}
          stored={{ to: email }}
          busy={test.busy}
          failure={test.failure}
          onSave={async ({ to }) => {
            setOutcome(undefined);
            const reply = await test.run({ body: { to: String(to) } });
            setOutcome(reply?.outcome);
            return reply !== undefined;
          }}
          foot={() => (
            <div className={styles.foot}>
              <Button type="submit" variant="default" leftSection={<IconSend size={16} />} loading={test.busy}>
                {t('mail.test')}
              </Button>
            </div>
          )}
        />
      ) : null}
      <div role="status">{outcome ? <MailFindings mail={[outcome]} /> : null}</div>
    </Card>
  );
}
