import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useFormat } from '#screens/shared/format.ts';
import { Tag } from '#screens/shared/tag.tsx';
import textTest from '#schemas/division/sms-gateway-test.json?screen';
import { useAct } from '../../data/use-act.ts';
import { Card } from '../../parts/card.tsx';
import { DocumentForm } from '../../parts/document-form.tsx';
import parts from '../../parts/parts.module.css';
import styles from '../../parts/settings.module.css';
import { useMe } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';

type Outcome = CallReply<'testSmsGateway'>['outcome'];

/** Sends a message and shows what the gateway says. */
export function TestText({ ready }: { ready: boolean }): ReactNode {
  const t = useWords();
  const { textPhone } = useMe();
  // Whoever tests again tests with the same number.
  const [lastTo, setLastTo] = useState(textPhone);
  const [outcome, setOutcome] = useState<Outcome>();
  const test = useAct('testSmsGateway', { failed: t('textMessages.testFailed') });
  return (
    <Card title={t('textMessages.testTitle')} text={ready ? t('textMessages.testText') : t('textMessages.testFirst')}>
      {ready ? (
        <DocumentForm
          screen={textTest}
          stored={lastTo === null ? {} : { to: lastTo }}
          busy={test.busy}
          failure={test.failure}
          onSave={async ({ to }) => {
            setOutcome(undefined);
            const reply = await test.run({ body: { to: String(to) } });
            setOutcome(reply?.outcome);
            if (reply) setLastTo(String(to));
            return reply !== undefined;
          }}
          foot={() => (
            <div className={styles.foot}>
              {test.failure && !test.failure.fields ? (
                <p className={styles.failure} role="alert">
                  {test.failure.message}
                </p>
              ) : null}
              <Button type="submit" variant="default" leftSection={<IconSend size={16} />} loading={test.busy}>
                {t('textMessages.test')}
              </Button>
            </div>
          )}
        />
      ) : null}
      <div role="status">{outcome ? <Said outcome={outcome} /> : null}</div>
    </Card>
  );
}

function Said({ outcome: { ok, message, sid, address, milliseconds } }: { outcome: Outcome }): ReactNode {
  const t = useWords();
  const format = useFormat();
  return (
    <dl className={`${parts.facts} ${styles.said}`}>
      <dt>{t('textMessages.outcome')}</dt>
      <dd>
        <Tag tone={ok ? 'good' : 'bad'}>{t(ok ? 'textMessages.taken' : 'textMessages.notTaken')}</Tag>{' '}
        <span>{message}</span>
      </dd>
      {sid === null ? null : (
        <>
          <dt>{t('textMessages.sid')}</dt>
          <dd className={parts.mono}>{sid}</dd>
        </>
      )}
      {address === null ? null : (
        <>
          <dt>{t('textMessages.address')}</dt>
          <dd>
            <span className={parts.mono}>{address}</span> · {format.milliseconds(milliseconds)}
          </dd>
        </>
      )}
    </dl>
  );
}
