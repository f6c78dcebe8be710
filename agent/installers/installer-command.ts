import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';

interface Device {
  platform: NodeJS.Platform;
  isRoot: boolean;
}

interface Command {
  program: string;
  args: string[];
}

const thisDevice: Device = { platform: process.platform, isRoot: process.getuid?.() === 0 };

/** What runs an installer with this extension on this device, with its own arguments. @throws RpcError where nothing does */
export function installerCommand(
  { file, extension, own }: { file: string; extension: string; own: readonly string[] },
  { platform, isRoot }: Device = thisDevice,
): Command {
  switch (`${platform} ${extension}`) {
    case 'linux .sh':
      return { program: '/bin/sh', args: [file, ...own] };
    case 'linux .run':
      return { program: file, args: [...own] };
    case 'linux .deb':
      if (!isRoot) throw refused('The agent does not run as root, so it cannot install a Debian package');
      return { program: 'dpkg', args: ['--install', ...own, file] };
    // F05-31
    case 'win32 .msi':
      return { program: 'msiexec.exe', args: ['/i', file, '/quiet', '/qn', '/norestart', ...own] };
    case 'win32 .exe':
      return { program: file, args: [...own] };
    case 'darwin .pkg':
      if (!isRoot) throw refused('The agent does not run as root, so it cannot install a package');
      return { program: '/usr/sbin/installer', args: ['-pkg', file, '-target', '/', ...own] };
    default:
      throw refused(`This device cannot run an installer of the type ${extension || 'without an extension'}`);
  }
}

function refused(message: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, message);
}
