import type { HostAnswer, VmGuest } from '#api/contract/agent-methods/vm-host.ts';

/** What a host says of itself and its guests. */
export interface HostRead {
  host: NonNullable<HostAnswer['host']>;
  guests: VmGuest[];
}
