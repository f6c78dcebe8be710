import type { CallReply } from '#api/client.ts';

type Device = CallReply<'readDevice'>;

/** A server or a switch is meant to be up; a workstation that is off is nothing to alarm anybody. */
export function deviceTone({
  status,
  isServer,
  nodeClass,
}: Pick<Device, 'status' | 'isServer' | 'nodeClass'>): 'good' | 'bad' | 'idle' {
  const meantToBeUp = isServer || nodeClass.startsWith('NMS_');
  return status.state === 'online' ? 'good' : status.state === 'offline' && meantToBeUp ? 'bad' : 'idle';
}
