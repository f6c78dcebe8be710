import { vmHostRead, type HostResponse, type HostRequest } from '#api/contract/agent-methods/vm-host.ts';
import { oneAtATime } from '../polling/one-at-a-time.ts';
import type { DelegatePlace } from './install-delegate.ts';
import { askDelegate } from './run-delegate.ts';

/** Reads one host at a time. */
export function createHostReader(
  stopping: AbortSignal,
  place: DelegatePlace,
): (request: HostRequest) => Promise<HostResponse> {
  const limits = { busy: 'This device is reading a VM host already', seconds: vmHostRead.seconds };
  return oneAtATime(stopping, limits, (request, signal) => askDelegate(place, request, { signal }));
}
