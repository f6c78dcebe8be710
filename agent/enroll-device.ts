import { hostname } from 'node:os';
import { enroll, type EnrollOutcome } from './enroll.ts';
import type { Identity, IdentityFile } from './identity.ts';
import { bounded } from './inventory/bounded.ts';
import { platformName } from './inventory/inventory.ts';

interface Enrolling {
  server: URL;
  token: string;
  version: string;
  isServer: boolean;
  signal: AbortSignal;
}

/** Trades the token for a key once, and keeps the key in the identity's file. */
export async function enrollDevice(
  { server, token, version, isServer, signal }: Enrolling,
  file: IdentityFile,
  identity: Identity,
): Promise<EnrollOutcome> {
  const outcome = await enroll(
    server,
    {
      token,
      hostName: bounded(hostname(), 255) || 'unnamed',
      platform: platformName(),
      isServer,
      agentVersion: version,
    },
    identity.enrollmentKey,
    signal,
  );
  if (outcome.kind === 'enrolled') {
    const { nodeId, key, commandKey } = outcome;
    file.write({ ...identity, nodeId, key, commandKey });
  }
  return outcome;
}
