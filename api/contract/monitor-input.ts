import { Type } from 'typebox';
import { Closed, Id, Instant, Nullable, Text } from './shapes.ts';

/** F08-09. */
export const MonitorType = Type.Union([
  Type.Literal('PING'),
  Type.Literal('DNS'),
  Type.Literal('PORT_SCAN'),
  Type.Literal('HTTP'),
  Type.Literal('EMAIL'),
]);
/** F08-63 … F08-67. */
export const ConditionType = Type.Union([
  Type.Literal('PingFailed'),
  Type.Literal('PingPacketLoss'),
  Type.Literal('PingTTL'),
  Type.Literal('PingResponseTime'),
  Type.Literal('PortState'),
  Type.Literal('PortResponse'),
  Type.Literal('DnsTimeOut'),
  Type.Literal('DnsResolve'),
  Type.Literal('DnsRecordType'),
  Type.Literal('WhoisExpiration'),
  Type.Literal('EmailSSL'),
  Type.Literal('EmailFailed'),
  Type.Literal('HttpWebsiteFailed'),
  Type.Literal('HttpResponseTime'),
  Type.Literal('HttpCode'),
  Type.Literal('HttpSiteKeyword'),
  Type.Literal('SSLCertificateExpiration'),
]);
/** A value that is left out is the stored one of this name; only who may edit the monitor reads values. */
const SealedPair = Closed({ name: Text(1024), value: Type.Optional(Text(8192)) });
/** What a condition is set by beside what all have (F08-62); each belongs to some types only. Times in milliseconds. */
export const conditionParameters = {
  /** Failures in a row before it raises (Times). */
  runCount: Type.Optional(Type.Integer()),
  thresholdPercent: Type.Optional(Type.Integer()),
  /** Of the TTL. */
  threshold: Type.Optional(Type.Integer()),
  roundTripThreshold: Type.Optional(Type.Integer()),
  port: Type.Optional(Type.Integer()),
  portState: Type.Optional(Text(10)),
  period: Type.Optional(Type.Integer()),
  dnsRecordType: Type.Optional(Text(10)),
  contains: Type.Optional(Text(20)),
  keyword: Type.Optional(Text(1000)),
  daysUntilWhoisExpiration: Type.Optional(Type.Integer()),
  days: Type.Optional(Type.Integer()),
  /** Codes and ranges: `404, 500-599`. */
  httpStatusCode: Type.Optional(Text(1000)),
  daysUntilSSLCertificateExpiration: Type.Optional(Type.Integer()),
};
/** F08-61, F08-62. `resetThreshold`: minutes without a failure before it resets. Bounds: screens of `cloud-monitor`. */
export const ConditionInput = Closed({
  id: Type.Optional(Id),
  type: ConditionType,
  enabled: Type.Optional(Type.Boolean()),
  conditionName: Text(),
  ...conditionParameters,
  resetThreshold: Type.Integer(),
  severity: Text(20),
  priority: Text(20),
  notificationAction: Type.Optional(Text(20)),
  notificationChannelIds: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  ticketingAction: Type.Optional(Text(20)),
  ticketTemplateId: Type.Optional(Id),
});
export const Condition = Type.Object({
  id: Id,
  type: ConditionType,
  enabled: Type.Boolean(),
  conditionName: Type.String(),
  ...conditionParameters,
  resetThreshold: Type.Integer(),
  severity: Type.String(),
  priority: Type.String(),
  notificationAction: Type.String(),
  notificationChannelIds: Type.Array(Id),
  ticketingAction: Type.String(),
  ticketTemplateId: Type.Optional(Id),
  /** The generated sentence (F08-31). */
  description: Type.String(),
  /**
   * `failing`: it fails and has not raised yet; `unanswered`: the latest check could not tell; `unknown`: no check since the
   * monitor was added, changed, paused or resumed.
   */
  state: Type.Union([
    Type.Literal('ok'),
    Type.Literal('failing'),
    Type.Literal('raised'),
    Type.Literal('unanswered'),
    Type.Literal('unknown'),
  ]),
  /** Failed checks in a row. */
  failures: Type.Integer(),
  raisedAt: Nullable(Instant),
  /** Why the latest check could not answer what the condition asks. */
  unansweredReason: Nullable(Type.String()),
});
/** The fields of the types, secrets apart (F08-55 … F08-60). `hostname`: of PING, DNS and PORT_SCAN. */
export const typeFields = {
  hostname: Type.Optional(Text(300)),
  /** Host, or host:port; without it the server's own resolvers are asked. */
  dnsServer: Type.Optional(Text(300)),
  /** `22, 80, 8000-8010`. */
  ports: Type.Optional(Text(1000)),
  httpHostname: Type.Optional(Text(2000)),
  methodType: Type.Optional(Text(10)),
  authenticationType: Type.Optional(Text(10)),
  httpUsername: Type.Optional(Text()),
  saveResponseBody: Type.Optional(Type.Boolean()),
  saveCertificateInformation: Type.Optional(Type.Boolean()),
  requestHeaders: Type.Optional(Type.Array(SealedPair, { maxItems: 100 })),
  requestBodyType: Type.Optional(Text(10)),
  requestBodyForm: Type.Optional(Type.Array(SealedPair, { maxItems: 100 })),
  /** Left out, it is the stored one; only who may edit the monitor reads it. */
  requestBodyRaw: Type.Optional(Text(65_536)),
  /** SEND, RECEIVE or ROUND_TRIP (F08-14). */
  emailOption: Type.Optional(Text(20)),
  senderEmail: Type.Optional(Text(320)),
  receiverEmail: Type.Optional(Text(320)),
  smtpHostname: Type.Optional(Text(300)),
  smtpPort: Type.Optional(Type.Integer()),
  smtpUseSSL: Type.Optional(Type.Boolean()),
  smtpUseTLS: Type.Optional(Type.Boolean()),
  smtpAuthRequired: Type.Optional(Type.Boolean()),
  senderUsername: Type.Optional(Text(320)),
  /** POP or IMAP. */
  fetchOption: Type.Optional(Text(10)),
  popHostname: Type.Optional(Text(300)),
  popPort: Type.Optional(Type.Integer()),
  popReceiverUsername: Type.Optional(Text(320)),
  popUseSSL: Type.Optional(Type.Boolean()),
  popUseTLS: Type.Optional(Type.Boolean()),
  imapHostname: Type.Optional(Text(300)),
  imapPort: Type.Optional(Type.Integer()),
  imapReceiverUsername: Type.Optional(Text(320)),
  imapFetchFolder: Type.Optional(Text(1000)),
  imapUseSSL: Type.Optional(Type.Boolean()),
  imapUseTLS: Type.Optional(Type.Boolean()),
};
/** `frequency` and `timeout` in seconds. A secret that is left out of a PUT is the stored one. Bounds: screens of `cloud-monitor`. */
export const MonitorInput = Closed({
  enabled: Type.Boolean(),
  clientId: Id,
  locationId: Id,
  monitorType: MonitorType,
  monitorName: Text(),
  frequency: Type.Integer(),
  timeout: Type.Integer(),
  ...typeFields,
  httpPassword: Type.Optional(Text()),
  senderPassword: Type.Optional(Text()),
  popReceiverPassword: Type.Optional(Text()),
  imapReceiverPassword: Type.Optional(Text()),
  conditions: Type.Array(ConditionInput, { maxItems: 50 }),
});
