import type { Inventory } from '#api/contract/agent-methods/inventory.ts';
import { createApplicationRun } from '../applications/run-application.ts';
import { createBackupDeletion } from '../backup/backup-data.ts';
import { createDirectoryBrowse } from '../directory/browse.ts';
import { createDirectoryRead } from '../directory/read.ts';
import { createDirectorySignIn } from '../directory/sign-in.ts';
import type { Identity } from '../identity.ts';
import { createInstallerRun } from '../installers/run-installer.ts';
import { createReboot } from '../power/reboot.ts';
import { createScriptRun } from '../scripts/run-script.ts';
import type { AgentSettings } from '../settings.ts';
import { createHostTest } from '../vm-hosts/test-host.ts';
import { credentialTest } from './credential-test.ts';
import type { MethodHandlers } from './method.ts';
import { networkDiscover } from './network-discover.ts';
import { networkPing } from './network-ping.ts';

/** The work behind each method that the contract names. */
export function createMethods(
  readInventory: () => Promise<Inventory>,
  settings: Pick<AgentSettings, 'server' | 'dataDirectory' | 'directory' | 'scripts' | 'reboot' | 'backupData'>,
  readIdentity: () => Identity | undefined,
): MethodHandlers {
  return {
    'inventory.read': readInventory,
    'network.ping': networkPing,
    'network.discover': networkDiscover,
    'credential.test': credentialTest,
    'vmhost.test': createHostTest(settings),
    'directory.browse': createDirectoryBrowse(settings),
    'directory.read': createDirectoryRead(settings),
    'directory.signIn': createDirectorySignIn(settings),
    'script.run': createScriptRun(settings, readIdentity),
    'installer.run': createInstallerRun(settings, readIdentity),
    'application.run': createApplicationRun(settings, readIdentity),
    'power.reboot': createReboot(settings, readIdentity),
    'backup.deleteData': createBackupDeletion(settings, readIdentity),
  };
}
