import { Type, type Static } from 'typebox';
import { Closed, Instant, OneOf } from '../shapes.ts';
import type { AgentMethodEntry } from './agent-method.ts';

const Params = Closed({
  /** When the reboot is due, and until when the agent may begin it. */
  notBefore: Instant,
  notAfter: Instant,
  /** Ed25519, of `signedReboot`, base64url. */
  signature: Type.String({ pattern: '^[A-Za-z0-9_-]{86}$' }),
});
export type RebootParams = Static<typeof Params>;

/** Reboots the device by the command that its settings name. The server signs it when somebody schedules it. */
export const powerReboot = {
  title: 'reboot',
  capability: 'power@1',
  permission: 'NODE:Update',
  startedBy: 'addReboot',
  params: Params,
  progress: Type.Never(),
  item: Type.Never(),
  /** `exited`: the command ended with 0. `running`: it had not ended after some seconds, so the device goes down with it. */
  result: Closed({ outcome: OneOf(['exited', 'running']) }),
  budget: { params: 400, report: 100, items: 0, result: 100 },
  cancellable: false,
  seconds: 60,
} as const satisfies AgentMethodEntry;

/** What the signature covers: a reboot of this device by this command, between these moments. */
export function signedReboot(
  commandId: string,
  nodeId: number,
  { notBefore, notAfter }: Pick<RebootParams, 'notBefore' | 'notAfter'>,
): string {
  return JSON.stringify(['cairn reboot 1', commandId, nodeId, notBefore, notAfter]);
}
