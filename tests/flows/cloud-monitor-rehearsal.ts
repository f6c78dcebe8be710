// Answers for the tests of this machine, and a person who has given them.
import { expect } from 'vitest';
import manifest from '#schemas/cloud-monitor/flow.json';
import { flowOf, rehearse, screensOf, type Rehearsal } from './rehearsal.ts';
import definition from '#machines/cloud-monitor/flow.ts';

export const flow = flowOf(definition, manifest);
export const screens = screensOf('cloud-monitor');
export const general = {
  enabled: true,
  clientId: 1,
  locationId: 2,
  monitorName: 'Gateway',
  frequency: 60,
  timeout: 10,
};
export const ping = { ...general, monitorType: 'PING', hostname: '192.0.2.1' };
export const http = {
  ...general,
  monitorType: 'HTTP',
  httpHostname: 'https://www.example.com/',
  methodType: 'GET',
  authenticationType: 'BASIC',
  httpUsername: 'watcher',
  httpPassword: 'a secret for the watcher',
  saveResponseBody: true,
  saveCertificateInformation: true,
};
export const dns = { ...general, monitorType: 'DNS', hostname: 'www.example.com', dnsServer: '192.0.2.53' };
export const ports = { ...general, monitorType: 'PORT_SCAN', hostname: '192.0.2.1', ports: '22, 80' };
export const email = { ...general, monitorType: 'EMAIL', emailOption: 'ROUND_TRIP' };
export const outbound = {
  senderEmail: 'monitor@example.com',
  receiverEmail: 'mailbox@example.com',
  smtpHostname: 'smtp.example.com',
  smtpPort: 587,
  smtpUseSSL: false,
  smtpUseTLS: true,
  smtpAuthRequired: true,
  senderUsername: 'monitor',
  senderPassword: 'a secret for sending',
};
export const pop = {
  fetchOption: 'POP',
  popHostname: 'pop.example.com',
  popPort: 995,
  popReceiverUsername: 'mailbox',
  popReceiverPassword: 'a secret for fetching',
  popUseSSL: true,
  popUseTLS: false,
};
export const imap = {
  fetchOption: 'IMAP',
  imapHostname: 'imap.example.com',
  imapPort: 993,
  imapReceiverUsername: 'mailbox',
  imapReceiverPassword: 'a secret for fetching',
  imapFetchFolder: 'INBOX',
  imapUseSSL: true,
  imapUseTLS: false,
};
export const condition = {
  type: 'PingFailed',
  enabled: true,
  conditionName: 'Gateway is down',
  runCount: 3,
  resetThreshold: 10,
  severity: 'MAJOR',
  priority: 'HIGH',
  notificationAction: 'NONE',
};
export const saved = { resultCode: 'SUCCESS', cloudMonitor: { id: 42, monitorName: 'Gateway' } };

/** A person at Confirm, by way of the steps of the type. */
export function atConfirm(setup: Record<string, unknown> = ping, inbound: Record<string, unknown> = imap): Rehearsal {
  const stage = rehearse(flow);
  stage.submit(setup);
  if (setup['monitorType'] === 'HTTP') stage.submit({ requestHeaders: [{}], requestBodyType: 'NONE' });
  if (stage.state() === 'editing.outbound') stage.submit(outbound);
  if (stage.state() === 'editing.inbound') stage.submit(inbound);
  stage.submit({ monitorType: setup['monitorType'], conditions: [] });
  expect(stage.state()).toBe('editing.confirm');
  return stage;
}
