import type { Static } from 'typebox';
import type { CheckDetail } from '#api/contract/monitor-findings.ts';
import type { TargetPolicy } from '../../outbound/address-policy.ts';
import type { OutboundFailure } from '../../outbound/outbound-failed.ts';
import type { Domains } from '../domains/domains.ts';

/** Why a check failed. */
export type CheckError =
  | OutboundFailure
  | 'http_status'
  | 'no_reply'
  | 'port_closed'
  | 'login_failed'
  | 'mail_refused'
  | 'mail_missing'
  | 'no_value'
  | 'not_available'
  | 'internal';

/** What is kept of the latest check beside its result. All of it is text that the target chose: show it as text. */
export type Detail = Static<typeof CheckDetail>;

export const noDetail: Detail = {
  address: null,
  redirectedTo: null,
  headers: [],
  body: null,
  bodyTruncated: false,
  certificate: null,
  packetLoss: null,
  ttl: null,
  ports: [],
  dns: null,
  domain: null,
  mail: [],
  values: [],
};

/** What one check found. */
export interface Outcome {
  ok: boolean;
  /** Milliseconds; null when nothing came back. */
  responseTime: number | null;
  error: CheckError | null;
  /** One sentence for people. */
  message: string;
  statusCode: number | null;
  /** Numbers that conditions look at and the history keeps. */
  facts?: Record<string, number>;
  /** By fact, one sentence for the alert that it leads to. Where the fact is missing: why it could not be found out. */
  notes?: Record<string, string>;
  detail: Detail;
}

/** A condition that will look at the outcome: what it asks for is found out. */
export interface Watch {
  type: string;
  parameters: Readonly<Record<string, unknown>>;
}

export interface CheckContext {
  policy: TargetPolicy;
  timeoutMs: number;
  /** Opens a sealed secret. */
  open(sealed: string): string;
  signal: AbortSignal;
  conditions: readonly Watch[];
  /** What registries say of domains. */
  domains: Domains;
  /** "Test now": every fact is worth its cost. */
  wantAll?: boolean;
  /** Authorities (PEM) to trust instead of the system's. */
  ca?: string | undefined;
}

/** The configuration of a monitor's type, as the database and requests hold it. */
export type StoredConfig = Readonly<Record<string, unknown>>;

/** A kind of check, one file each; `registry.ts` names them by type. `run` never rejects: it reports every failure as an outcome with an error code. */
export interface Check {
  /** The fields of `MonitorInput` that belong to the type. */
  fields: readonly string[];
  /** Fields of `fields` that are sealed at rest and never told, each with the server that it is for: a stored one goes to no other. */
  secrets: Readonly<Record<string, (config: StoredConfig) => string>>;
  /** Fields of `fields` with rows of names and values whose values are sealed at rest, and told to who may edit the monitor. */
  sealedRows?: readonly string[];
  /** Fields of `fields` with a text that is sealed at rest, and told to who may edit the monitor. */
  sealedTexts?: readonly string[];
  /** Fields that this configuration does not use: they are not kept. */
  unused?(config: StoredConfig): readonly string[];
  /** What is checked, as lists show it. */
  target(config: StoredConfig): string;
  run(config: StoredConfig, context: CheckContext): Promise<Outcome>;
}
