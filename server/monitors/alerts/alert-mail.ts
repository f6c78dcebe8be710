import type { AlertRow } from './alerts.ts';

/** What mail says of an alert, to technicians and to channels. `url` leads to its monitor. */
export function alertMail(
  row: AlertRow,
  event: 'alert.raised' | 'alert.reset',
  at: Date,
  url: string,
): { subject: string; text: string } {
  const raised = event === 'alert.raised';
  // One line, whatever the names hold.
  const subject = `${raised ? 'Alert' : 'Reset'}: ${row.monitorName}, ${row.conditionName}`
    .replace(/\s+/g, ' ')
    .slice(0, 200);
  const text = [
    `${row.monitorName} (${row.clientName})`,
    raised ? `${row.conditionName}: ${row.message}` : `${row.conditionName} has been reset.`,
    '',
    row.description,
    `Severity: ${named(row.severity)}`,
    `Priority: ${named(row.priority)}`,
    `${raised ? 'Raised' : 'Reset'} at ${at.toISOString()}`,
    '',
    url,
  ].join('\n');
  return { subject, text };
}

const named = (code: string) => code.charAt(0) + code.slice(1).toLowerCase();
