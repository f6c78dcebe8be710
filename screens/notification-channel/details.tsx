import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ShownData } from '#engine/flow/flow.ts';
import type { SpecialPartProps } from '../registry.tsx';
import { waiting } from '../step/waiting-button.tsx';
import styles from './details.module.css';

const titles: Readonly<Record<string, string>> = {
  'alert.raised': 'When an alert is raised',
  'alert.acknowledged': 'When it is acknowledged',
  'alert.reset': 'When it resets',
};

/** What an HTTP channel would send, filled in by the server. */
export default function DetailsPart({ view, send }: SpecialPartProps): ReactNode {
  if (view.data['channelType'] !== 'HTTP' || view.data['service'] === undefined) return null;
  const { preview } = view.shown;
  return (
    <section className={styles.panel} aria-label="Preview">
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconEye size={14} aria-hidden />}
        loading={view.busy}
        renderRoot={waiting(false)}
        aria-disabled={view.busy}
        data-event="preview.requested"
        onClick={() => view.can.event('preview.requested') && send({ type: 'preview.requested' })}
      >
        Preview the requests
      </Button>
      <div aria-live="polite">
        {view.busy && <p className={styles.quiet}>The server is filling in the requests…</p>}
        {preview && <Preview reply={preview} />}
      </div>
    </section>
  );
}

function Preview({ reply: { sample, requests } }: { reply: ShownData['preview'] }): ReactNode {
  return (
    <>
      <p className={styles.quiet}>
        {sample === 'latest' ? 'Filled in with the latest alert.' : 'There is no alert yet: this is an example.'}{' '}
        Secrets are hidden.
      </p>
      {requests.map(({ event, problem, method, url, headers, body }) => (
        <div key={event} className={styles.request}>
          <h3 className={styles.title}>{titles[event] ?? event}</h3>
          {problem === null ? (
            <pre className={styles.text} tabIndex={0}>
              {[`${method} ${url}`, ...headers.map(({ name, value }) => `${name}: ${value}`)].join('\n')}
              {body === '' ? null : `\n\n${body}`}
            </pre>
          ) : (
            <p className={styles.problem}>{problem}</p>
          )}
        </div>
      ))}
    </>
  );
}
