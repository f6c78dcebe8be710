import { Type, type Static } from 'typebox';
import { Instant, Nullable } from './shapes.ts';

/** One check. `responseTime` in milliseconds, absent when nothing came back. `error` is a code such as `timed_out`, `dns_failed`, `connection_refused`, `http_status`, `address_refused`. */
export const CheckResult = Type.Object({
  at: Instant,
  ok: Type.Boolean(),
  responseTime: Nullable(Type.Number()),
  error: Nullable(Type.String()),
  message: Type.String(),
  statusCode: Nullable(Type.Integer()),
});
export type CheckResult = Static<typeof CheckResult>;
export const Certificate = Type.Object({
  subject: Type.String(),
  issuer: Type.String(),
  validFrom: Instant,
  validTo: Instant,
  daysLeft: Type.Integer(),
  /** The names above it, from its issuer upwards. */
  chain: Type.Array(Type.String()),
});
export type Certificate = Static<typeof Certificate>;
/** FILTERED: neither accepted nor refused in time. UNREACHABLE: no route leads there. */
export const PortFound = Type.Object({
  port: Type.Integer(),
  state: Type.Union([
    Type.Literal('OPEN'),
    Type.Literal('CLOSED'),
    Type.Literal('FILTERED'),
    Type.Literal('UNREACHABLE'),
  ]),
  responseTime: Nullable(Type.Number()),
});
/** What name servers said. `error` where a question was not answered. */
export const NamesFound = Type.Object({
  /** The name server that was asked; null for those of the server itself. */
  server: Nullable(Type.String()),
  records: Type.Array(
    Type.Object({ type: Type.String(), values: Type.Array(Type.String()), error: Nullable(Type.String()) }),
  ),
});
/** What the registry says of the domain (WHOIS or RDAP). `expiresAt` null where it does not tell; `message` says why. */
export const DomainFound = Type.Object({
  name: Type.String(),
  expiresAt: Nullable(Instant),
  daysLeft: Nullable(Type.Integer()),
  source: Nullable(Type.String()),
  message: Type.String(),
});
/** One mail server that took part, in the order in which they were asked. */
export const MailServerFound = Type.Object({
  protocol: Type.Union([Type.Literal('SMTP'), Type.Literal('POP3'), Type.Literal('IMAP')]),
  ok: Type.Boolean(),
  address: Nullable(Type.String()),
  milliseconds: Type.Number(),
  message: Type.String(),
  certificate: Nullable(Certificate),
});
export type MailServerFound = Static<typeof MailServerFound>;
/** A value that the target was asked for, as text; `type` as its protocol calls it. */
export const ValueFound = Type.Object({ name: Type.String(), type: Type.String(), value: Type.String() });
/** What "Test now" and the dashboard's "Last response" show beside the result. Each type fills its own. */
export const CheckDetail = Type.Object({
  address: Nullable(Type.String()),
  /** Where redirects led; null without one. */
  redirectedTo: Nullable(Type.String()),
  headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  body: Nullable(Type.String()),
  bodyTruncated: Type.Boolean(),
  certificate: Nullable(Certificate),
  packetLoss: Nullable(Type.Number()),
  ttl: Nullable(Type.Integer()),
  ports: Type.Array(PortFound),
  dns: Nullable(NamesFound),
  domain: Nullable(DomainFound),
  mail: Type.Array(MailServerFound),
  values: Type.Array(ValueFound),
});
export type CheckDetail = Static<typeof CheckDetail>;
