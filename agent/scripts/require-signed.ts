import { createPublicKey, verify } from 'node:crypto';
import { signedReboot, type RebootParams } from '#api/contract/agent-methods/power.ts';
import { signedText, type SentScript } from '#api/contract/agent-methods/script.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import type { Identity } from '../identity.ts';

type Of = Identity | undefined;

/** Checks that this device's server signed the script, for this device and this command. @throws RpcError */
export function requireSigned(identity: Of, commandId: string, script: SentScript): void {
  requireSignature(identity, (nodeId) => signedText(commandId, nodeId, script), script.signature, 'script');
}

/** Checks that this device's server signed the reboot, for this device and this command. @throws RpcError */
export function requireSignedReboot(identity: Of, commandId: string, params: RebootParams): void {
  requireSignature(identity, (nodeId) => signedReboot(commandId, nodeId, params), params.signature, 'reboot');
}

/** Checks the signature of what the device is to run. @throws RpcError */
export function requireSignature(
  identity: Of,
  signed: (nodeId: number) => string,
  signature: string,
  what: 'script' | 'installer' | 'application' | 'reboot' | 'deletion of backup data',
): void {
  const { nodeId, commandKey } = identity ?? {};
  if (nodeId === undefined || commandKey === undefined)
    throw new RpcError(rpcCodes.invalidParams, `This device does not know the key of its server for ${what}s yet`);
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: commandKey }, format: 'jwk' });
  if (verify(null, Buffer.from(signed(nodeId)), key, Buffer.from(signature, 'base64url'))) return;
  throw new RpcError(
    rpcCodes.invalidParams,
    `The ${what} is not signed by this device’s server. If the server has a new key, enrol the device again.`,
  );
}
