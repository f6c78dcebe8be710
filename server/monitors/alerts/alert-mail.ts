import type { EndReason } from '../../database/schema/monitors.ts';
import type { AlertRow } from './alert-row.ts';

export type AlertEventName = 'alert.raised' | 'alert.reset' | 'alert.ended' | 'alert.repeated' | 'alert.escalated';

/** What mail says of an alert, to technicians and to channels. `url` leads to its page. */
export function alertMail(
  row: AlertRow,
  event: AlertEventName,
  at: Date,
  url: string,
): { subject: string; text: string } {
  // One line, whatever the names hold.
  const subject = `${heads[event]}: ${row.monitorName}, ${row.conditionName}`.replace(/\s+/g, ' ').slice(0, 200);
  const over = event === 'alert.reset' || event === 'alert.ended';
  const text = [
    `${row.monitorName} (${row.clientName})`,
    saidOf(row, event),
    '',
    row.description,
    `Severity: ${named(row.severity)}`,
    `Priority: ${named(row.priority)}`,
    over
      ? `${event === 'alert.reset' ? 'Reset' : 'Ended'} at ${at.toISOString()}`
      : `Raised at ${new Date(row.raisedAt).toISOString()}`,
    '',
    url,
  ].join('\n');
  return { subject, text };
}

const heads: Readonly<Record<AlertEventName, string>> = {
  'alert.raised': 'Alert',
  'alert.reset': 'Reset',
  'alert.ended': 'Ended',
  'alert.repeated': 'Still open',
  'alert.escalated': 'Escalated',
};

const endWords: Readonly<Record<EndReason, string>> = {
  CONDITION_REMOVED: 'the condition was removed',
  CONDITION_OFF: 'the condition was turned off',
  CONDITION_CHANGED: 'the condition watches something else now',
  MONITOR_REMOVED: 'the monitor was deleted',
  DEVICE_REMOVED: 'the device was deleted',
};

function saidOf({ conditionName, message, endReason }: AlertRow, event: AlertEventName): string {
  if (event === 'alert.reset') return `${conditionName} has been reset.`;
  if (event === 'alert.ended')
    return `${conditionName} ended: ${endWords[endReason ?? 'CONDITION_REMOVED']}. No check reset it.`;
  const said = `${conditionName}: ${message}`;
  return event === 'alert.raised' ? said : `${said}\nNobody has acknowledged this alert.`;
}

const named = (code: string) => code.charAt(0) + code.slice(1).toLowerCase();
