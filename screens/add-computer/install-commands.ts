import type { Static } from 'typebox';
import type { deviceCalls } from '#api/contract/devices.ts';

export type Enrollment = Omit<Static<typeof deviceCalls.addEnrollment.reply>, 'resultCode' | 'id'>;

export interface InstallCommand {
  id: 'debian' | 'unix' | 'windows' | 'groupPolicy';
  /** Where it is run. */
  label: string;
  text: string;
}

const FILE = 'cairn-agent.mjs';

/** The command that fetches the agent and starts it, for each kind of computer. `program`: where the agent is fetched from. */
export function installCommands(enrollment: Enrollment, program: string): InstallCommand[] {
  const { token, serverUrl } = enrollment;
  const settings = { CAIRN_AGENT_SERVER: serverUrl, CAIRN_AGENT_TOKEN: token };
  const told = Object.entries(settings);
  return [
    ...debianCommand(enrollment),
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
    { id: 'groupPolicy', label: 'Windows group policy', text: startupScript(settings, program) },
  ];
}

/** Installs the package and enrolls: no Node is needed, and systemd starts the agent with the computer. */
function debianCommand({ token, serverUrl, packages }: Enrollment): InstallCommand[] {
  const [first] = packages;
  if (first === undefined) return [];
  // The computer says what it is, so that one command suits all.
  const [before = '', after = ''] = first.packageUrl.split(`${first.architecture}.deb`);
  const text = [
    `curl -fsSL --retry 5 ${shell(before)}"$(dpkg --print-architecture)"${shell(`.deb${after}`)} -o cairn-agent.deb &&`,
    'sudo apt-get install -y ./cairn-agent.deb &&',
    `sudo cairn-agent enroll --server ${shell(serverUrl)} --token ${shell(token)}`,
  ].join(' ');
  return [{ id: 'debian', label: 'Debian and Ubuntu', text }];
}

/**
 * A start-up script of a group policy: makes the agent a scheduled task of the computer, once (F04-15). Folder and task are those
 * of an agent that another device installed.
 */
function startupScript(settings: Readonly<Record<string, string>>, program: string): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'`);
  return [
    "$ErrorActionPreference = 'Stop'",
    "if (Get-ScheduledTask 'Cairn Agent' -ErrorAction SilentlyContinue) { exit }",
    '$node = "$env:ProgramFiles\\nodejs\\node.exe"',
    "if (-not (Test-Path $node)) { throw 'Node.js 20.19 or newer is not installed' }",
    '$folder = "$env:ProgramFiles\\Cairn Agent"',
    'New-Item -ItemType Directory -Force $folder | Out-Null',
    "icacls $folder /inheritance:r /grant '*S-1-5-18:(OI)(CI)F' '*S-1-5-32-544:(OI)(CI)F' | Out-Null",
    `Invoke-WebRequest ${powerShell(program)} -UseBasicParsing -OutFile "$folder\\${FILE}"`,
    `[IO.File]::WriteAllLines("$folder\\agent.env", [string[]]@(${lines.map(powerShell).join(', ')}))`,
    `$action = New-ScheduledTaskAction -Execute $node -Argument ('"--env-file={0}\\agent.env" "{0}\\${FILE}"' -f $folder)`,
    '$settings = New-ScheduledTaskSettingsSet -RestartCount 999 -RestartInterval ([TimeSpan]::FromMinutes(1)) -ExecutionTimeLimit ([TimeSpan]::Zero)',
    "Register-ScheduledTask 'Cairn Agent' -Action $action -Trigger (New-ScheduledTaskTrigger -AtStartup) -Settings $settings -User 'NT AUTHORITY\\SYSTEM' -RunLevel Highest -Force | Out-Null",
    "Start-ScheduledTask 'Cairn Agent'",
  ].join('\n');
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
