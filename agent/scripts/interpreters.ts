import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { ScriptLanguage } from '#api/contract/agent-methods/script.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import { moduleArguments } from '../own-program.ts';

interface Interpreter {
  /** Of the file that holds the script: interpreters on Windows go by it. */
  extension: string;
  program: string;
  /** Arguments for the file and the script's own arguments. */
  args(file: string, own: readonly string[]): string[];
}

interface Device {
  platform: NodeJS.Platform;
  environment: NodeJS.ProcessEnv;
  /** Whether a program is there and may run. */
  isThere(path: string): boolean;
}

/** What cmd.exe reads in arguments: it has no way to quote them all. */
const READ_BY_CMD = /["%&|<>^!\r\n]/;

const thisDevice: Device = { platform: process.platform, environment: process.env, isThere };

/** What runs a script of this language on this device. @throws RpcError where nothing does */
export function interpreterOf(language: ScriptLanguage, device: Device = thisDevice): Interpreter {
  const windows = device.platform === 'win32';
  switch (language) {
    case 'sh':
      if (windows) throw refused('Windows has no shell for these scripts');
      return { extension: 'sh', program: '/bin/sh', args: (file, own) => [file, ...own] };
    case 'javascript':
      return { extension: 'js', program: process.execPath, args: (file, own) => [...moduleArguments(file), ...own] };
    case 'powershell':
      return {
        extension: 'ps1',
        program: windows ? 'powershell.exe' : findProgram('pwsh', device),
        args: (file, own) => [
          '-NoLogo',
          '-NoProfile',
          '-NonInteractive',
          ...(windows ? ['-ExecutionPolicy', 'Bypass'] : []),
          '-File',
          file,
          ...own,
        ],
      };
    case 'batchfile':
      if (!windows) throw refused('Batch files run on Windows alone');
      return {
        extension: 'cmd',
        program: 'cmd.exe',
        args(file, own) {
          const read = own.find((argument) => READ_BY_CMD.test(argument));
          if (read !== undefined)
            throw refused(
              'An argument of a batch file has one of the characters that cmd.exe reads itself: " % & | < > ^ !',
            );
          return ['/d', '/c', file, ...own];
        },
      };
    case 'vbscript':
      if (!windows) throw refused('VBScript runs on Windows alone');
      return { extension: 'vbs', program: 'cscript.exe', args: (file, own) => ['//NoLogo', '//B', file, ...own] };
    default:
      return unreachable(language);
  }
}

function findProgram(name: string, { environment, isThere: there }: Device): string {
  const found = (environment['PATH'] ?? '')
    .split(delimiter)
    .map((directory) => join(directory, name))
    .find(there);
  if (found === undefined) throw refused('PowerShell is not installed on this device');
  return found;
}

function isThere(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function refused(message: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, message);
}

function unreachable(language: never): never {
  throw new Error(`there is no interpreter for ${String(language)}`);
}
