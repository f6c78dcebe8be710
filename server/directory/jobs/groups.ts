import type { ApprovalMode, Deployment, DeploymentGroup } from '#api/contract/directory-jobs.ts';
import type { Decision } from '#api/contract/directory.ts';

export interface GroupRule {
  group: DeploymentGroup;
  on: boolean;
  mode: ApprovalMode;
  locationId: number | null;
}

/** What a deployment says of each of its groups (F04-08, F04-54). */
export function groupsOf(deployment: Deployment): GroupRule[] {
  const { windowsServers, windowsServersApprovalMode, windowsServersLocation } = deployment;
  const { windowsWorkstations, windowsWorkstationsApprovalMode, windowsWorkstationsLocation } = deployment;
  return [
    {
      group: 'windows_servers',
      on: windowsServers,
      mode: windowsServersApprovalMode ?? 'NONE',
      locationId: windowsServersLocation ?? null,
    },
    {
      group: 'windows_workstations',
      on: windowsWorkstations,
      mode: windowsWorkstationsApprovalMode ?? 'NONE',
      locationId: windowsWorkstationsLocation ?? null,
    },
  ];
}

/** By the operating system that the directory names. */
export function groupOf({ isServer }: { isServer: boolean }): DeploymentGroup {
  return isServer ? 'windows_servers' : 'windows_workstations';
}

/** What a mode decides about a new computer (F04-14); undefined where it decides nothing. */
export function decisionOf(mode: ApprovalMode): Decision | undefined {
  switch (mode) {
    case 'NONE':
      return undefined;
    case 'PENDING_APPROVAL':
      return 'PENDING';
    case 'AUTO_APPROVE':
      return 'APPROVED';
    default:
      return unreachable(mode);
  }
}

function unreachable(mode: never): never {
  throw new Error(`no approval mode "${String(mode)}"`);
}
