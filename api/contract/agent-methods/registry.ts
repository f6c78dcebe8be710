import type { Static, TSchema } from 'typebox';
import type { AgentMethodEntry } from './agent-method.ts';
import { applicationRun } from './application.ts';
import { backupDataDelete, backupDataInspect } from './backup-data.ts';
import { backupTestDestination } from './backup.ts';
import { credentialTest } from './credential.ts';
import { agentDeploy, agentPreflight } from './deployment.ts';
import { stateApply } from './desired-state.ts';
import { directoryBrowse, directoryRead, directorySignIn } from './directory.ts';
import { networkDiscover } from './discovery.ts';
import { installerRun } from './installer.ts';
import { interfacesRead } from './interfaces.ts';
import { inventoryRead } from './inventory.ts';
import { networkPing } from './network.ts';
import { performanceCapability } from './performance.ts';
import { devicesPoll } from './polling.ts';
import { powerReboot } from './power.ts';
import { scriptRun } from './script.ts';
import { topologyRead } from './topology.ts';
import { servicesCapability } from './services.ts';
import { vmHostTest } from './vm-host.ts';

/** Every method of an agent, by its name. Server and agent have one handler for each. */
export const agentMethods = {
  'inventory.read': inventoryRead,
  'network.ping': networkPing,
  'network.discover': networkDiscover,
  'credential.test': credentialTest,
  'vmhost.test': vmHostTest,
  'directory.browse': directoryBrowse,
  'directory.read': directoryRead,
  'directory.signIn': directorySignIn,
  'script.run': scriptRun,
  'installer.run': installerRun,
  'application.run': applicationRun,
  'power.reboot': powerReboot,
  'backup.deleteData': backupDataDelete,
} as const satisfies Readonly<Record<string, AgentMethodEntry>>;

export type AgentMethod = keyof typeof agentMethods;
export type AgentPart<M extends AgentMethod, Part extends 'params' | 'progress' | 'item' | 'result'> = Static<
  (typeof agentMethods)[M][Part]
>;

/** The parameters as the agent gets them. */
export type SentParams<M extends AgentMethod> = (typeof agentMethods)[M] extends { sent: infer Sent extends TSchema }
  ? Static<Sent>
  : AgentPart<M, 'params'>;

export function isAgentMethod(name: string): name is AgentMethod {
  return Object.hasOwn(agentMethods, name);
}

/** The entry of a method without its types, for what treats every method alike. */
export function agentMethodOf(name: AgentMethod): AgentMethodEntry {
  return agentMethods[name];
}

/** What an agent of this version says in `hello`. */
export const capabilities = [
  ...new Set([
    ...Object.values(agentMethods).map(({ capability }) => capability),
    devicesPoll.capability,
    interfacesRead.capability,
    topologyRead.capability,
    agentDeploy.capability,
    agentPreflight.capability,
    performanceCapability,
    servicesCapability,
    stateApply.capability,
    backupTestDestination.capability,
    backupDataInspect.capability,
  ]),
];
