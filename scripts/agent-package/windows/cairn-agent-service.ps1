#Requires -Version 5.1
#Requires -RunAsAdministrator
<#
.SYNOPSIS
Installs, upgrades or removes the Cairn agent as a service of this computer.
.DESCRIPTION
The service is a scheduled task that starts with the computer and runs as SYSTEM: Windows ends a service whose program does not
answer its service manager. Put the agent's program (.exe) next to this script.
.EXAMPLE
.\cairn-agent-service.ps1 -Server https://cairn.example.com -Token TOKEN
.EXAMPLE
.\cairn-agent-service.ps1
Upgrades an installed agent, and keeps its settings and its key.
.EXAMPLE
.\cairn-agent-service.ps1 -Remove -DeleteData
#>
[CmdletBinding(DefaultParameterSetName = 'Install')]
param(
  [Parameter(ParameterSetName = 'Install')][string] $Server,
  [Parameter(ParameterSetName = 'Install')][string] $Token,
  [Parameter(ParameterSetName = 'Install')][string] $Program = "$(Get-Item "$PSScriptRoot\cairn-agent_*.exe" | Sort-Object LastWriteTime | Select-Object -Last 1)",
  [Parameter(ParameterSetName = 'Remove', Mandatory)][switch] $Remove,
  [Parameter(ParameterSetName = 'Remove')][switch] $DeleteData
)
$ErrorActionPreference = 'Stop'
$name = 'Cairn Agent'
$folder = "$env:ProgramFiles\Cairn Agent"
$data = "$env:ProgramData\Cairn Agent"
$installed = "$folder\cairn-agent.exe"

function Stop-Agent {
  if (-not (Get-ScheduledTask $name -ErrorAction SilentlyContinue)) { return }
  Stop-ScheduledTask $name
  Get-Process cairn-agent -ErrorAction SilentlyContinue | Where-Object Path -EQ $installed | Stop-Process -Force
  Get-Process cairn-agent -ErrorAction SilentlyContinue | Where-Object Path -EQ $installed | Wait-Process -Timeout 30
}

function New-PrivateFolder([string] $Path) {
  New-Item -ItemType Directory -Force $Path | Out-Null
  # SYSTEM and administrators alone.
  icacls $Path /inheritance:r /grant '*S-1-5-18:(OI)(CI)F' '*S-1-5-32-544:(OI)(CI)F' | Out-Null
  if ($LASTEXITCODE -ne 0) { throw "The permissions of $Path cannot be set" }
}

if ($Remove) {
  Stop-Agent
  Unregister-ScheduledTask $name -Confirm:$false -ErrorAction SilentlyContinue
  if (Test-Path $folder) { Remove-Item $folder -Recurse -Force }
  if ($DeleteData -and (Test-Path $data)) { Remove-Item $data -Recurse -Force }
  Write-Output 'The agent is removed.'
  exit
}

if (-not $Program) { throw 'There is no cairn-agent_*.exe next to this script' }
Stop-Agent
New-PrivateFolder $folder
New-PrivateFolder $data
Copy-Item $Program $installed -Force
$configuration = "$data\agent.conf"
if (-not (Test-Path $configuration)) {
  # The same data directory for SYSTEM and for the administrator who enrolls.
  [IO.File]::WriteAllLines($configuration, [string[]]@("CAIRN_AGENT_DATA='$data\data'"))
}
if ($Server) {
  $env:CAIRN_AGENT_TOKEN = $Token
  & $installed enroll --server $Server
  $code = $LASTEXITCODE
  Remove-Item Env:CAIRN_AGENT_TOKEN
  if ($code -ne 0) { throw "cairn-agent enroll ended with exit code $code" }
}
$action = New-ScheduledTaskAction -Execute "`"$installed`"" -Argument 'run'
$settings = New-ScheduledTaskSettingsSet -RestartCount 999 -RestartInterval ([TimeSpan]::FromMinutes(1)) -ExecutionTimeLimit ([TimeSpan]::Zero)
Register-ScheduledTask $name -Action $action -Trigger (New-ScheduledTaskTrigger -AtStartup) -Settings $settings -User 'NT AUTHORITY\SYSTEM' -RunLevel Highest -Force | Out-Null
Start-ScheduledTask $name
Write-Output 'The agent is installed and runs.'
