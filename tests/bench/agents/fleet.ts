/** What the process of a fleet is asked for. */
export interface FleetSettings {
  server: string;
  agents: number;
  /** Where the agents keep their journals. */
  folder: string;
}

/** The key of an agent of a fleet. */
export const keyOf = (index: number) => `agent-of-the-bench-${String(index).padStart(6, '0')}`;

/** What a script prints on an agent of a fleet. */
export const outputOf = (index: number) => `ran on agent ${index}`;
