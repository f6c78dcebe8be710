import { createPublicKey, verify } from 'node:crypto';
import { signedText, type SentScript } from '#api/contract/agent-methods/script.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import type { Identity } from '../identity.ts';

/** Checks that this device's server signed the script, for this device and this command. @throws RpcError */
export function requireSigned(identity: Identity | undefined, commandId: string, script: SentScript): void {
  requireSignature(identity, (nodeId) => signedText(commandId, nodeId, script), script.signature, 'script');
}

/** Checks the signature of what the device is to run. @throws RpcError */
export function requireSignature(
  identity: Identity | undefined,
  signed: (nodeId: number) => string,
  signature: string,
  what: 'script' | 'installer',
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
