import { interfacesEverySeconds } from '#api/contract/agent-methods/interfaces.ts';
import { reportEverySeconds } from '#api/contract/agent-methods/performance.ts';
import { pollEverySeconds } from '#api/contract/agent-methods/polling.ts';
import { topologyEverySeconds } from '#api/contract/network-map-names.ts';
import { hostsEverySeconds } from '#api/contract/agent-methods/vm-host.ts';

/** How the server keeps time with its agents, in seconds unless said otherwise; tests shorten it. */
export interface AgentPace {
  heartbeatSeconds: number;
  inventoryMinutes: number;
  /** A device reports its inventory no more often than this. */
  reportSeconds: number;
  /** A device reports samples of its load no more often than this. */
  samplesSeconds: number;
  /** A device reports its services no more often than this. */
  servicesSeconds: number;
  /** A lost connection counts as offline after this. */
  graceSeconds: number;
  /** A connection that is not heard of counts as offline after this. */
  silenceSeconds: number;
  /** After a start agents get this long to come back before anyone is called offline. */
  returnSeconds: number;
  /** How often what was heard is written down, and offline devices and waiting commands are looked for. */
  roundSeconds: number;
  /** Between two polls of a device without an agent; it counts as not polled after five times as long. */
  pollSeconds: number;
  /** Between two readings of the interfaces of a device. */
  interfacesSeconds: number;
  /** Between two readings of what is at a device's ports. */
  topologySeconds: number;
  /** Between two readings of a VM host; it counts as not read after five times as long. */
  hostsSeconds: number;
  /** How long to wait for `hello`, and for the answer to a command. */
  answerSeconds: number;
}

export const usualPace: AgentPace = {
  heartbeatSeconds: 30,
  inventoryMinutes: 15,
  reportSeconds: 5,
  samplesSeconds: reportEverySeconds,
  servicesSeconds: reportEverySeconds,
  graceSeconds: 15,
  silenceSeconds: 80,
  // The longest wait of an agent between two attempts, and a little.
  returnSeconds: 75,
  roundSeconds: 3,
  pollSeconds: pollEverySeconds,
  interfacesSeconds: interfacesEverySeconds,
  topologySeconds: topologyEverySeconds,
  hostsSeconds: hostsEverySeconds,
  answerSeconds: 20,
};
