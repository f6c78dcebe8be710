import { community } from '../network/devices.ts';
import { addresses, shopName, webAddress } from '../servers/addresses.ts';

/** A monitor of the demo: what the API takes, and how its past looks. */
export interface DemoMonitor {
  body: Readonly<Record<string, unknown>> & { monitorName: string };
  conditions: readonly Readonly<Record<string, unknown>>[];
  past: {
    /** Milliseconds of a usual response. */
    responseTime: number;
    /** Hours between two failures, on average; without them it never failed. */
    hoursBetweenFailures?: number;
    /** What the failure was, as a check stores it. */
    error?: string;
  };
}

const failed = (type: string, conditionName: string, more: object = {}) => ({
  type,
  conditionName,
  enabled: true,
  runCount: 2,
  resetThreshold: 5,
  severity: 'CRITICAL',
  priority: 'HIGH',
  notificationAction: 'SEND',
  ...more,
});

const http = {
  monitorType: 'HTTP',
  methodType: 'GET',
  authenticationType: 'NONE',
  saveResponseBody: true,
  saveCertificateInformation: true,
  requestHeaders: [],
  requestBodyType: 'NONE',
};
const often = { enabled: true, frequency: 60, timeout: 5 };
const host = (address: string) => ({ ...often, hostname: address });

export const monitors: readonly DemoMonitor[] = [
  {
    body: { ...often, ...http, monitorName: 'Web shop', httpHostname: `${webAddress}/shop` },
    conditions: [failed('HttpWebsiteFailed', 'The shop is down')],
    past: { responseTime: 30, hoursBetweenFailures: 40, error: 'http_status' },
  },
  {
    body: { ...often, ...http, monitorName: 'Booking', httpHostname: `${webAddress}/booking` },
    conditions: [failed('HttpWebsiteFailed', 'Booking is down')],
    past: { responseTime: 700, hoursBetweenFailures: 120, error: 'timed_out' },
  },
  {
    body: { ...often, ...http, monitorName: 'Old intranet', httpHostname: `${webAddress}/old` },
    conditions: [failed('HttpWebsiteFailed', 'The old intranet is down', { severity: 'MINOR', priority: 'LOW' })],
    past: { responseTime: 45, hoursBetweenFailures: 30, error: 'http_status' },
  },
  {
    body: {
      ...host(shopName),
      monitorType: 'DNS',
      monitorName: 'Name server',
      dnsServer: `${addresses.names.host}:${addresses.names.port}`,
    },
    conditions: [failed('DnsTimeOut', 'The name server does not answer')],
    past: { responseTime: 3, hoursBetweenFailures: 90, error: 'timed_out' },
  },
  {
    body: {
      ...often,
      timeout: 20,
      monitorType: 'EMAIL',
      monitorName: 'Mail server',
      emailOption: 'SEND',
      senderEmail: 'cairn@northwind.example',
      receiverEmail: 'desk@northwind.example',
      smtpHostname: addresses.mail.host,
      smtpPort: addresses.mail.port,
      smtpUseSSL: false,
      smtpUseTLS: false,
      smtpAuthRequired: false,
    },
    conditions: [failed('EmailFailed', 'Mail cannot be sent')],
    past: { responseTime: 25, hoursBetweenFailures: 200, error: 'mail_refused' },
  },
  {
    body: { ...host('127.20.0.95'), monitorType: 'PORT_SCAN', monitorName: 'SSH of srv-01', ports: '22' },
    conditions: [failed('PortState', 'SSH is closed', { port: 22, portState: 'CLOSED' })],
    past: { responseTime: 1, hoursBetweenFailures: 300, error: 'connection_refused' },
  },
  {
    body: { ...host('127.20.0.1'), monitorType: 'PING', monitorName: 'Edge router' },
    conditions: [failed('PingFailed', 'The edge router does not answer')],
    past: { responseTime: 1 },
  },
  {
    body: {
      ...host('127.20.0.5'),
      monitorType: 'SNMP',
      monitorName: 'Core switch by SNMP',
      snmpPort: 161,
      snmpVersion: 'V2C',
      snmpOid: '1.3.6.1.2.1.1.3.0',
      snmpCommunity: community,
      snmpRetries: 1,
    },
    conditions: [failed('SnmpFailed', 'The core switch does not answer SNMP')],
    past: { responseTime: 4, hoursBetweenFailures: 400, error: 'timed_out' },
  },
];
