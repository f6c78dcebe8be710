import { failures } from './types.ts';

/** A row of a screen, or what one asks. */
type Answers = Record<string, unknown>;

const always = {
  enabled: true,
  resetThreshold: 5,
  severity: 'CRITICAL',
  priority: 'HIGH',
  notificationAction: 'SEND',
  notificationChannelIds: [],
};
const common = { ...always, runCount: 2 };

const certificate = {
  ...always,
  type: 'SSLCertificateExpiration',
  conditionName: 'Certificate expires soon',
  daysUntilSSLCertificateExpiration: 14,
  severity: 'MAJOR',
};
/** A scan of more ports than this looks for what is open, not for what is closed. */
const mostPorts = 5;

/**
 * What most people want to know: the conditions that a new monitor begins with, in the wizard and in an import that gives none. They notify the technicians of
 * its organization.
 */
export function defaultConditions(setup: Answers): Answers[] {
  const monitorType = String(setup['monitorType']);
  const failed = failures.get(monitorType);
  const rows: Answers[] = failed ? [{ ...common, ...failed }] : [];
  // A page without TLS has no certificate to watch.
  if (monitorType === 'HTTP' && /^https:/i.test(String(setup['httpHostname'] ?? ''))) rows.push(certificate);
  if (monitorType === 'PORT_SCAN') rows.push(...closedPorts(String(setup['ports'] ?? '')));
  return rows.map((row) => ({ ...row, monitorType }));
}

function closedPorts(ports: string): Answers[] {
  const listed = ports.split(',').map((part) => part.trim());
  if (listed.length > mostPorts || listed.some((part) => !/^\d+$/.test(part))) return [];
  return listed.map((port) => ({
    ...common,
    type: 'PortState',
    conditionName: `Port ${port} is closed`,
    port: Number(port),
    portState: 'CLOSED',
  }));
}
