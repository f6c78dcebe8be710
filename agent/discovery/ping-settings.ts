import type { AgentPart } from '#api/contract/agent-methods/registry.ts';

export type PingSettings = Omit<AgentPart<'network.discover', 'params'>, 'addresses' | 'snmpCredentials'>;
