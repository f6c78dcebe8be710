import type { TargetPolicy } from '../../outbound/address-policy.ts';
import type { Certificate } from '../../outbound/certificate.ts';
import type { OutboundFailure } from '../../outbound/outbound-failed.ts';

/** Why a check failed. */
export type CheckError = OutboundFailure | 'http_status' | 'no_reply' | 'not_available' | 'internal';

/** What is kept of the latest check beside its result. All of it is text that the target chose: show it as text. */
export interface Detail {
  address: string | null;
  headers: { name: string; value: string }[];
  body: string | null;
  bodyTruncated: boolean;
  certificate: Certificate | null;
  /** Percent. */
  packetLoss: number | null;
  ttl: number | null;
}

export const noDetail: Detail = {
  address: null,
  headers: [],
  body: null,
  bodyTruncated: false,
  certificate: null,
  packetLoss: null,
  ttl: null,
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
  detail: Detail;
}

export interface CheckContext {
  policy: TargetPolicy;
  timeoutMs: number;
  /** Opens a sealed secret. */
  open(sealed: string): string;
  signal: AbortSignal;
  /** "Test now": every fact is worth its cost. */
  wantAll?: boolean;
}

/** The configuration of a monitor's type as it stands in the database and in requests. */
export type StoredConfig = Readonly<Record<string, unknown>>;

/** A kind of check, one file each; `registry.ts` names them by type. `run` never rejects: whatever goes wrong is an outcome. */
export interface Check {
  /** The fields of `MonitorInput` that belong to the type. */
  fields: readonly string[];
  /** Fields of `fields` that are sealed at rest and never told. */
  secrets: readonly string[];
  /** What is checked, as lists show it. */
  target(config: StoredConfig): string;
  run(config: StoredConfig, context: CheckContext): Promise<Outcome>;
}
