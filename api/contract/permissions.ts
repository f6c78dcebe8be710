/** Permission names by entity type, from the specification (part 3 §6, C08); `Studio.Access` and `Workbench.Access` are Cairn's own. */
export const permissions = {
  SYSTEM: [
    'TeamViewer.Configure.Access',
    'NinjaConnect.Configure.Access',
    'NinjaConnect.BackgroundMode.Access',
    'QuickConnect.Configure.Access',
    'Splashtop.Configure.Access',
    'Cloudberry.Configure.Access',
    'Connectwise.Configure.Access',
    'MaintenanceMode.Editor.Access',
    'Configuration.Activities.Access',
    'Configuration.PSA.Access',
    'UninstallSoftware.Access',
    'UninstallPatch.Access',
    'Reports.ViewSchedule',
    'Reports.ViewClaimSchedule',
    'Reports.FullAccess',
    'EndUserSharing.Access',
    'Backup.View',
    'Backup.Restore',
    'Backup.Manage',
    'RemoteSupport.Access',
    'ActiveDirectoryManagement.Access',
    'ActiveDirectoryDiscovery.Access',
    'GravityZone.Access',
    'GravityZone.Scan.Access',
    'SentinelOne.Access',
    'CrowdStrike.Access',
    'Studio.Access',
    'Workbench.Access',
  ],
  NODE: [
    'RemoteAccess.TeamViewer.Access',
    'RemoteAccess.NinjaConnect.Access',
    'RemoteAccess.Splashtop.Access',
    'RemoteAccess.RDP.Access',
    'RemoteAccess.Connectwise.Access',
    'RemoteTools.FileExplorer.Access',
    'RemoteTools.TaskManager.Access',
    'RemoteTools.ServicesManager.Access',
    'RemoteTools.RemoteRegistry.Access',
    'RemoteTools.CommandLine.Access',
    'Create',
    'View',
    'Update',
    'Delete',
  ],
  POLICY: ['View', 'Create', 'Update', 'Delete'],
  ORGANIZATION: ['View', 'Create', 'Update', 'Delete'],
  SCRIPT_CATEGORY: [
    'View',
    'Update',
    'Run',
    'Delete',
    'Create',
    'Scheduled.Task.View',
    'Scheduled.Task.Create',
    'Scheduled.Task.Update',
    'Scheduled.Task.Delete',
  ],
  SEARCH: ['Search.View', 'Search.Create', 'Search.Update', 'Search.FullAccess'],
} as const;

export type PermissionEntity = keyof typeof permissions;

/** `ORGANIZATION:View`, `SYSTEM:Backup.Manage` … */
export type PermissionName = {
  [E in PermissionEntity]: `${E}:${(typeof permissions)[E][number]}`;
}[PermissionEntity];

export const permissionNames: readonly PermissionName[] = (Object.keys(permissions) as PermissionEntity[]).flatMap(
  (entity) => permissions[entity].map((name) => `${entity}:${name}` as PermissionName),
);
