/**
 * Opens a session on another computer by PowerShell remoting. Reads the request from CAIRN_DEPLOY_… variables and passes secrets to
 * .NET directly: script and command logs of Windows keep neither.
 */
const openSession = `
$ErrorActionPreference = 'Stop';
$ProgressPreference = 'SilentlyContinue';
[Console]::OutputEncoding = [System.Text.Encoding]::UTF8;
$login = [pscredential]::new($env:CAIRN_DEPLOY_USERNAME, [Net.NetworkCredential]::new('', $env:CAIRN_DEPLOY_PASSWORD).SecurePassword);
$env:CAIRN_DEPLOY_PASSWORD = $null;
try {
  $limits = New-PSSessionOption -OpenTimeout 10000 -MaxConnectionRetryCount 1;
  $session = New-PSSession -ComputerName $env:CAIRN_DEPLOY_HOST -Credential $login -SessionOption $limits
} catch {
  [Console]::Error.WriteLine($_.Exception.Message);
  switch -Wildcard ($_.FullyQualifiedErrorId) {
    'AccessDenied,*' { 'cairn:credential_refused' }
    'LogonFailure,*' { 'cairn:credential_refused' }
    'ComputerNotFound,*' { 'cairn:name_unknown' }
    default { 'cairn:no_channel' }
  };
  exit
};`;

/** Installs the agent as a scheduled task that starts with Windows. */
const install = `
try {
  Invoke-Command -Session $session -ArgumentList $env:CAIRN_DEPLOY_SERVER, $env:CAIRN_DEPLOY_TOKEN -ScriptBlock {
    param($server, $token);
    $ErrorActionPreference = 'Stop';
    $ProgressPreference = 'SilentlyContinue';
    $node = @((Get-Command node.exe -ErrorAction SilentlyContinue).Source, "$env:ProgramFiles\\nodejs\\node.exe") |
      Where-Object { $_ -and (Test-Path $_) -and [version](& $_ -p process.versions.node) -ge [version]'20.19' } |
      Select-Object -First 1;
    if (-not $node) { return 'cairn:no_node' };
    $folder = "$env:ProgramFiles\\Cairn Agent";
    $program = "$folder\\cairn-agent.mjs";
    New-Item -ItemType Directory -Force $folder | Out-Null;
    icacls $folder /inheritance:r /grant '*S-1-5-18:(OI)(CI)F' '*S-1-5-32-544:(OI)(CI)F' | Out-Null;
    if ($LASTEXITCODE -ne 0) { throw 'icacls failed' };
    try {
      [Net.ServicePointManager]::SecurityProtocol = [Net.SecurityProtocolType]::Tls12;
      Invoke-WebRequest "$server/agent/cairn-agent.mjs" -UseBasicParsing -TimeoutSec 60 -OutFile "$program.new"
    } catch { return "$_", 'cairn:download_failed' };
    Stop-ScheduledTask 'Cairn Agent' -ErrorAction SilentlyContinue;
    Move-Item -Force "$program.new" $program;
    [IO.File]::WriteAllText("$folder\\agent.env", "CAIRN_AGENT_SERVER='$server'\`nCAIRN_AGENT_TOKEN='$token'\`n");
    $action = New-ScheduledTaskAction -Execute $node -Argument ('"--env-file={0}\\agent.env" "{1}"' -f $folder, $program);
    $settings = New-ScheduledTaskSettingsSet -RestartCount 999 -RestartInterval ([TimeSpan]::FromMinutes(1))
      -ExecutionTimeLimit ([TimeSpan]::Zero) -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries;
    Register-ScheduledTask -TaskName 'Cairn Agent' -Action $action -Trigger (New-ScheduledTaskTrigger -AtStartup)
      -Settings $settings -User 'NT AUTHORITY\\SYSTEM' -RunLevel Highest -Force | Out-Null;
    Start-ScheduledTask 'Cairn Agent';
    Start-Sleep 2;
    if ((Get-ScheduledTask 'Cairn Agent').State -ne 'Running') { throw 'The agent does not stay running' };
    'cairn:installed'
  }
} finally { Remove-PSSession $session }`;

/** One line: PowerShell reads standard input line by line and would stop in the middle of a block. */
function oneLine(script: string): string {
  return `${script
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')}\n`;
}

export const deployScript = oneLine(openSession + install);

/** Ends the session as soon as it is there. */
export const preflightScript = oneLine(`${openSession}
Remove-PSSession $session;
'cairn:ready'`);
