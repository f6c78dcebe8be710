import type { Static } from 'typebox';
import type { deviceCalls } from '#api/contract/devices.ts';

export type Enrollment = Omit<Static<typeof deviceCalls.addEnrollment.reply>, 'resultCode' | 'id'>;

export interface InstallCommand {
  id: 'unix' | 'windows';
  /** Where it is run. */
  label: string;
  text: string;
}

const FILE = 'cairn-agent.mjs';

/** The command that fetches the agent and starts it, for each kind of computer. `program`: where the agent is fetched from. */
export function installCommands({ token, serverUrl }: Enrollment, program: string): InstallCommand[] {
  const settings = { CAIRN_AGENT_SERVER: serverUrl, CAIRN_AGENT_TOKEN: token };
  const told = Object.entries(settings);
  return [
    {
      id: 'unix',
      label: 'Linux and macOS',
      text: [
        `curl -fsSL ${shell(program)} -o ${FILE} &&`,
        ...told.map(([name, value]) => `${name}=${shell(value)}`),
        `node ${FILE}`,
      ].join(' '),
    },
    {
      id: 'windows',
      label: 'Windows (PowerShell)',
      text: [
        `Invoke-WebRequest ${powerShell(program)} -UseBasicParsing -OutFile ${FILE};`,
        ...told.map(([name, value]) => `$env:${name}=${powerShell(value)};`),
        `node ${FILE}`,
      ].join(' '),
    },
  ];
}

/** Whether only the server's own computer reaches the address. */
export function isLoopback(url: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

function shell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function powerShell(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
