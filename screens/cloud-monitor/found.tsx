import type { ReactNode } from 'react';
import { certificateWords, milliseconds, type TestReply } from './test-reply.ts';
import styles from './confirm.module.css';

type Detail = TestReply['detail'];

const portStates: Record<string, string> = { OPEN: 'Open', CLOSED: 'Closed', FILTERED: 'No answer' };

/** The ports, records and mail servers that a check asked, a line each. */
export function Found({ detail: { ports = [], dns, mail = [] } }: { detail: Detail }): ReactNode {
  const records = dns?.records.filter(({ values, error }) => values.length > 0 || error !== null) ?? [];
  return (
    <>
      {ports.length > 0 && (
        <Lines
          name="Ports"
          columns={['Port', 'State', 'Response time']}
          rows={ports.map(({ port, state, responseTime }) => [
            String(port),
            portStates[state] ?? state,
            responseTime === null ? '' : milliseconds(responseTime),
          ])}
        />
      )}
      {records.length > 0 && (
        <Lines
          name="Records"
          columns={['Record', 'Values']}
          rows={records.map(({ type, values, error }) => [type, error ?? values.join('\n')])}
        />
      )}
      {mail.length > 0 && (
        <Lines
          name="Mail servers"
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

/** What came from outside is shown as text and nothing else. */
function Lines({ name, columns, rows }: { name: string; columns: string[]; rows: string[][] }): ReactNode {
  return (
    <div className={styles.lines}>
      <table aria-label={name}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((text, place) => (
                <td key={columns[place]}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
