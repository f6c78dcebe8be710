import { execFile } from 'node:child_process';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { VmGuest } from '#api/contract/agent-methods/vm-host.ts';
import type { HostRead } from './host-read.ts';
import { HostFailed } from './host-failed.ts';

/** Runs a script of PowerShell and returns what it prints. */
export type Shell = (script: string) => Promise<string>;

const SCRIPT_MS = 60_000;
const LARGEST_ANSWER = 8 * 1024 * 1024;

/** Reads properties of Windows and Hyper-V, and changes nothing. Prints `missing` on a computer without the Hyper-V role. */
const script = `$ErrorActionPreference = 'Stop'
[Console]::OutputEncoding = [System.Text.Encoding]::UTF8
if (-not (Get-Command Get-VMHost -ErrorAction SilentlyContinue)) { '{"missing":true}'; exit }
$os = Get-CimInstance Win32_OperatingSystem
$cs = Get-CimInstance Win32_ComputerSystem
$id = Get-CimInstance Win32_ComputerSystemProduct
$cpu = @(Get-CimInstance Win32_Processor)
$guests = @(Get-VM | ForEach-Object {
  $adapter = Get-VMNetworkAdapter -VM $_
  @{
    id = "$($_.VMId)"; name = $_.Name; state = "$($_.State)"; cpus = [int]$_.ProcessorCount
    memoryMB = [long]((@($_.MemoryAssigned, $_.MemoryStartup) | Where-Object { $_ -gt 0 } | Select-Object -First 1) / 1MB)
    storageMB = [long]((Get-VHD -VMId $_.VMId -ErrorAction SilentlyContinue | Measure-Object FileSize -Sum).Sum / 1MB)
    address = "$(@($adapter.IPAddresses) | Select-Object -First 1)"
    tools = "$($_.IntegrationServicesState)" -eq 'Up to date' -or "$($_.Heartbeat)" -like 'Ok*'
  }
})
@{
  missing = $false; name = $cs.Name; product = $os.Caption; version = $os.Version; build = $os.BuildNumber
  vendor = $cs.Manufacturer; model = $cs.Model; uuid = $id.UUID; cpuModel = $cpu[0].Name; cpuSockets = $cpu.Count
  cpuCores = [int]($cpu | Measure-Object NumberOfCores -Sum).Sum
  cpuMHz = [long]($cpu | ForEach-Object { $_.MaxClockSpeed * $_.NumberOfCores } | Measure-Object -Sum).Sum
  load = [int]($cpu | Measure-Object LoadPercentage -Average).Average
  memoryMB = [long]($cs.TotalPhysicalMemory / 1MB); freeMB = [long]($os.FreePhysicalMemory / 1KB)
  upSeconds = [long]((Get-Date) - $os.LastBootUpTime).TotalSeconds
  guests = $guests
} | ConvertTo-Json -Depth 4 -Compress`;

const Amount = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Missing = Type.Object({ missing: Type.Literal(true) });
const Printed = Type.Object({
  missing: Type.Literal(false),
  name: Type.String(),
  product: Type.String(),
  version: Type.String(),
  build: Type.String(),
  vendor: Type.String(),
  model: Type.String(),
  uuid: Type.String(),
  cpuModel: Type.String(),
  cpuSockets: Amount,
  cpuCores: Amount,
  cpuMHz: Amount,
  load: Amount,
  memoryMB: Amount,
  freeMB: Amount,
  upSeconds: Amount,
  guests: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1 }),
      name: Type.String(),
      state: Type.String(),
      cpus: Amount,
      memoryMB: Amount,
      storageMB: Amount,
      address: Type.String(),
      tools: Type.Boolean(),
    }),
  ),
});

/** The delegate is the host (ruling 2). @throws HostFailed */
export async function readHyperV(shell: Shell | undefined = powerShell()): Promise<HostRead> {
  if (shell === undefined)
    throw new HostFailed(
      'vm_host_test_delegate_error_with_message',
      'The monitor delegate does not run Windows: it has no Hyper-V.',
    );
  const printed = Value.Parse(Type.Union([Missing, Printed]), JSON.parse(await shell(script)));
  if (printed.missing)
    throw new HostFailed(
      'vm_host_test_delegate_error_with_message',
      'Hyper-V is not installed on the monitor delegate, or its PowerShell module is missing.',
    );
  const { missing: _, load, freeMB, guests, ...host } = printed;
  return {
    host: {
      ...host,
      name: host.name.slice(0, 255),
      product: host.product.slice(0, 255),
      version: host.version.slice(0, 50),
      build: host.build.slice(0, 50),
      vendor: host.vendor.slice(0, 100),
      model: host.model.slice(0, 100),
      uuid: host.uuid.slice(0, 64),
      cpuModel: host.cpuModel.trim().slice(0, 200),
      cpuUsedMHz: Math.round((host.cpuMHz * Math.min(load, 100)) / 100),
      memoryUsedMB: Math.max(0, host.memoryMB - freeMB),
    },
    guests: guests.map(guestOf),
  };
}

const powers: Readonly<Record<string, VmGuest['power']>> = { Running: 'on', Paused: 'suspended', Saved: 'suspended' };

function guestOf({ id, name, state, address, ...rest }: Static<typeof Printed>['guests'][number]): VmGuest {
  return {
    ...rest,
    externalId: id.slice(0, 100),
    name: name.slice(0, 255),
    power: powers[state] ?? 'off',
    // Hyper-V does not say what runs in a guest.
    os: '',
    hostName: '',
    address: address.slice(0, 64),
  };
}

function powerShell(): Shell | undefined {
  if (process.platform !== 'win32') return undefined;
  const args = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-Command', '-'];
  return (text) =>
    new Promise((resolve, reject) => {
      const options = { timeout: SCRIPT_MS, maxBuffer: LARGEST_ANSWER, windowsHide: true };
      const child = execFile('powershell.exe', args, options, (error, stdout, stderr) =>
        error === null ? resolve(stdout) : reject(new Error(stderr.trim().slice(0, 400) || error.message)),
      );
      child.stdin?.end(text);
    });
}
