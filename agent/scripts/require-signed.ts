import { createPublicKey, verify } from 'node:crypto';
import { signedText, type SentScript } from '#api/contract/agent-methods/script.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import type { Identity } from '../identity.ts';

/** Checks that this device's server signed the script, for this device and this command. @throws RpcError */
export function requireSigned(identity: Identity | undefined, commandId: string, script: SentScript): void {
  const { nodeId, commandKey } = identity ?? {};
  if (nodeId === undefined || commandKey === undefined)
    throw new RpcError(rpcCodes.invalidParams, 'This device does not know the key of its server for scripts yet');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: commandKey }, format: 'jwk' });
  const signed = Buffer.from(signedText(commandId, nodeId, script));
  if (verify(null, signed, key, Buffer.from(script.signature, 'base64url'))) return;
  throw new RpcError(
    rpcCodes.invalidParams,
    'The script is not signed by this device’s server. If the server has a new key, enrol the device again.',
  );
}
