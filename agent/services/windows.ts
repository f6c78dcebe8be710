import type { Service } from '#api/contract/agent-methods/services.ts';

/** Name, display name, status, start type and whether an event starts it, of every service. Of one, PowerShell prints no list. */
export const listWindowsServices = `$ErrorActionPreference='Stop'
[Console]::OutputEncoding=[Text.UTF8Encoding]::new()
Get-Service | ForEach-Object { [pscustomobject]@{ n=$_.Name; l=$_.DisplayName; s=[string]$_.Status; t=[string]$_.StartType
g=(Test-Path -LiteralPath "HKLM:\\SYSTEM\\CurrentControlSet\\Services\\$($_.Name)\\TriggerInfo") } } | ConvertTo-Json -Compress`;

const states: Readonly<Record<string, Service['state']>> = {
  Running: 'RUNNING',
  Stopped: 'STOPPED',
  StartPending: 'STARTING',
  ContinuePending: 'STARTING',
  StopPending: 'STOPPING',
  PausePending: 'PAUSED',
  Paused: 'PAUSED',
};
const starts: Readonly<Record<string, Service['start']>> = {
  Automatic: 'AUTOMATIC',
  Manual: 'MANUAL',
  Disabled: 'DISABLED',
};

/** What PowerShell printed; undefined for anything else. */
export function windowsServices(output: string): Service[] | undefined {
  let printed: unknown;
  try {
    printed = JSON.parse(output.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
  return (Array.isArray(printed) ? printed : [printed]).flatMap((row: unknown) => serviceOf(row) ?? []);
}

function serviceOf(row: unknown): Service | undefined {
  if (typeof row !== 'object' || row === null || !('n' in row) || typeof row.n !== 'string') return undefined;
  const text = (name: 'l' | 's' | 't') => String((row as Partial<Record<typeof name, unknown>>)[name] ?? '');
  const start = Object.hasOwn(starts, text('t')) ? starts[text('t')] : undefined;
  const state = Object.hasOwn(states, text('s')) ? states[text('s')] : undefined;
  const triggered = start === 'AUTOMATIC' && 'g' in row && row.g === true;
  return { name: row.n, label: text('l'), state: state ?? 'OTHER', start: triggered ? 'TRIGGER' : (start ?? 'OTHER') };
}
