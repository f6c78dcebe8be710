import type { HostResponse, VmGuest } from '#api/contract/agent-methods/vm-host.ts';

/** The properties of a host and its guests. */
export interface HostRead {
  host: NonNullable<HostResponse['host']>;
  guests: VmGuest[];
}
