import type { NetworkPort } from '#api/contract/network-map.ts';
import type { KnownDevice } from './stations.ts';

/** A port with the device that it leads to, while its other end is sought. */
export interface Found extends Omit<NetworkPort, 'link'> {
  target: KnownDevice | undefined;
  /** What the other side calls its port, as it says it. */
  said?: string;
  /** Devices that forward themselves, where a group has several. */
  switches?: readonly KnownDevice[];
}
