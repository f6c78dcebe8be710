import type { ReactNode } from 'react';
import { SmallTable } from '../shared/small-table.tsx';
import { certificateWords, milliseconds, type TestReply } from './test-reply.ts';
import styles from './confirm.module.css';

type Detail = TestReply['detail'];

const portStates: Record<string, string> = {
  OPEN: 'Open',
  CLOSED: 'Closed',
  FILTERED: 'No answer',
  UNREACHABLE: 'No route',
};

/** The ports, records and mail servers that a check asked, a line each. */
export function Found({ detail: { ports = [], dns, mail = [] } }: { detail: Detail }): ReactNode {
  const records = dns?.records.filter(({ values, error }) => values.length > 0 || error !== null) ?? [];
  return (
    <>
      {ports.length > 0 && (
        <SmallTable
          className={styles.lines}
          label="Ports"
          columns={['Port', 'State', 'Response time']}
          rows={ports.map(({ port, state, responseTime }) => [
            String(port),
            portStates[state] ?? state,
            responseTime === null ? '' : milliseconds(responseTime),
          ])}
        />
      )}
      {records.length > 0 && (
        <SmallTable
          className={styles.lines}
          label="Records"
          columns={['Record', 'Values']}
          rows={records.map(({ type, values, error }) => [type, error ?? values.join('\n')])}
        />
      )}
      {mail.length > 0 && (
        <SmallTable
          className={styles.lines}
          label="Mail servers"
          columns={['Step', 'Result', 'Time', 'Certificate']}
          rows={mail.map(({ protocol, ok, address, milliseconds: time, message, certificate }) => [
            [protocol, address].filter(Boolean).join(' '),
            message || (ok ? 'Succeeded' : 'Failed'),
            milliseconds(time),
            certificate ? certificateWords(certificate) : '',
          ])}
        />
      )}
    </>
  );
}
