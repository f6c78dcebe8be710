import type { PatchSchedule, PatchSettingsState } from '#api/contract/agent-methods/patch-settings.ts';

/** Where Debian and Ubuntu publish security updates. unattended-upgrades fills in the name of the release. */
const securityOrigins = [
  'origin=Debian,codename=${distro_codename},label=Debian-Security',
  'origin=Debian,codename=${distro_codename}-security,label=Debian-Security',
  'origin=Ubuntu,archive=${distro_codename}-security',
  'origin=UbuntuESMApps,archive=${distro_codename}-apps-security',
  'origin=UbuntuESM,archive=${distro_codename}-infra-security',
];
/** Of all sources that the computer has configured. */
const anyOrigin = ['origin=*'];

const dayNames = { SUN: 'Sun', MON: 'Mon', TUE: 'Tue', WED: 'Wed', THU: 'Thu', FRI: 'Fri', SAT: 'Sat' } as const;

/**
 * The settings as a file of `apt.conf.d` for apt’s daily job and unattended-upgrades. Lists of other files are cleared first, since apt
 * would add to them. `mayReboot`: whether the settings of the agent allow reboots.
 */
export function aptConfigOf(
  { held, schedule, install, reboot }: PatchSettingsState,
  { mayReboot }: { mayReboot: boolean },
): string {
  const { everyDays, days } = periodOf(schedule);
  return [
    '// Written by the Cairn agent from the policy of this computer. The agent replaces changes.',
    'APT::Periodic::Enable "1";',
    'APT::Periodic::Update-Package-Lists "1";',
    // 0: never.
    `APT::Periodic::Unattended-Upgrade "${held ? 0 : everyDays}";`,
    ...listOf('Unattended-Upgrade::Update-Days', days),
    ...listOf('Unattended-Upgrade::Allowed-Origins', []),
    ...listOf('Unattended-Upgrade::Origins-Pattern', install === 'SECURITY' ? securityOrigins : anyOrigin),
    `Unattended-Upgrade::Automatic-Reboot "${reboot && mayReboot && !held}";`,
    '',
  ].join('\n');
}

function periodOf({ repeats, repeatsEveryCount, daysOfWeek = [] }: PatchSchedule): {
  everyDays: number;
  days: string[];
} {
  if (repeats === 'DAILY') return { everyDays: repeatsEveryCount, days: [] };
  return { everyDays: 1, days: daysOfWeek.map((day) => dayNames[day]) };
}

function listOf(name: string, values: readonly string[]): string[] {
  const clear = `#clear ${name};`;
  return values.length === 0 ? [clear] : [clear, `${name} {`, ...values.map((value) => `  "${value}";`), '};'];
}
