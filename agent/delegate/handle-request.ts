import {
  mostGuestBytes,
  mostGuests,
  type HostResponse,
  type HostRequest,
  type VmGuest,
} from '#api/contract/agent-methods/vm-host.ts';
import { readEsxi } from './esxi.ts';
import { HostFailed } from './host-failed.ts';
import { readHyperV, type Shell } from './hyper-v.ts';

/** Reads the host and its guests. A failure is returned as a response, never thrown. */
export async function handleRequest(request: HostRequest, shell?: Shell): Promise<HostResponse> {
  try {
    const { host, guests } = request.type === 'ESXI' ? await readEsxi(request) : await readHyperV(shell);
    return { code: 'succeeded', message: '', certificate: null, host, guests: fitting(guests) };
  } catch (error) {
    const failure =
      error instanceof HostFailed
        ? error
        : new HostFailed('vm_host_test_error', error instanceof Error ? error.message : String(error));
    const { code, message, certificate } = failure;
    return { code, message: message.slice(0, 500), certificate, host: null, guests: [] };
  }
}

/** Sorts the guests by name and keeps as many as one message may hold. */
function fitting(guests: readonly VmGuest[]): VmGuest[] {
  const sorted = guests.toSorted((a, b) => a.name.localeCompare(b.name)).slice(0, mostGuests);
  let bytes = 0;
  return sorted.filter((guest) => (bytes += Buffer.byteLength(JSON.stringify(guest)) + 1) <= mostGuestBytes);
}
