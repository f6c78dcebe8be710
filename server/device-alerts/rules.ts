import type { DeviceAlertSettings } from '#api/contract/device-alerts.ts';
import type { PerformanceKind } from '../database/schema/performance.ts';

export type ShareType = 'DeviceDisk' | 'DeviceCpu' | 'DeviceMemory';
export type DeviceConditionType = 'DeviceOffline' | 'DeviceService' | ShareType;

/** The condition that every device has of a type. */
export interface DeviceRule {
  type: DeviceConditionType;
  position: number;
  enabled: boolean;
  conditionName: string;
  /** `share` in per cent. `names` of services in lower case; absent: those that start automatically. */
  parameters: { minutes: number; share?: number; names?: string[] };
  /** Minutes without a failure before it resets. */
  resetThreshold: number;
  severity: string;
  priority: string;
  serversOnly: boolean;
}

/** A load that swings around its bound raises one alert, not many. */
const calmMinutes = 5;

export const kindOf: Readonly<Record<ShareType, PerformanceKind>> = {
  DeviceDisk: 'VOLUME',
  DeviceCpu: 'CPU',
  DeviceMemory: 'MEMORY',
};

export function rulesOf(settings: DeviceAlertSettings): DeviceRule[] {
  const ofShare = (
    type: ShareType,
    position: number,
    name: 'disk' | 'cpu' | 'memory',
    conditionName: string,
  ): DeviceRule => ({
    type,
    position,
    enabled: settings[name],
    conditionName,
    parameters: { minutes: settings[`${name}Minutes`], share: settings[`${name}Share`] },
    resetThreshold: calmMinutes,
    severity: settings[`${name}Severity`],
    priority: settings[`${name}Priority`],
    serversOnly: false,
  });
  return [
    {
      type: 'DeviceOffline',
      position: 0,
      enabled: settings.offline,
      conditionName: 'Offline',
      parameters: { minutes: settings.offlineMinutes },
      resetThreshold: 0,
      severity: settings.offlineSeverity,
      priority: settings.offlinePriority,
      serversOnly: settings.offlineDevices === 'SERVERS',
    },
    ofShare('DeviceDisk', 1, 'disk', 'Disk space'),
    ofShare('DeviceCpu', 2, 'cpu', 'CPU'),
    ofShare('DeviceMemory', 3, 'memory', 'Memory'),
    {
      type: 'DeviceService',
      position: 4,
      enabled: settings.services,
      conditionName: 'Service stopped',
      parameters: {
        minutes: settings.servicesMinutes,
        ...(settings.servicesWatched === 'NAMED' && { names: namesIn(settings.serviceNames) }),
      },
      resetThreshold: 0,
      severity: settings.servicesSeverity,
      priority: settings.servicesPriority,
      serversOnly: false,
    },
  ];
}

const mostNames = 50;

/** As the device lists them: without the ending of systemd, in lower case. */
function namesIn(text: string): string[] {
  const names = text.split(/[\n,]/).map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/\.service$/, ''),
  );
  return [...new Set(names.filter((name) => name !== ''))].slice(0, mostNames);
}

/** The sentence of a device's condition, for its alert. */
export function describeRule(condition: Readonly<Record<string, unknown>>): string {
  const { type, share, minutes, resetThreshold } = condition;
  const time = minutesText(minutes);
  const reset = `Resets after ${minutesText(resetThreshold)} at or below that.`;
  switch (type as DeviceConditionType) {
    case 'DeviceOffline':
      return `The device is offline for ${time}. Resets when it is online again.`;
    case 'DeviceDisk':
      return `A volume is more than ${String(share)} % full for ${time}. ${reset}`;
    case 'DeviceCpu':
      return `The CPU is more than ${String(share)} % busy for ${time}. ${reset}`;
    case 'DeviceService': {
      const which = Array.isArray(condition['names'])
        ? `One of ${condition['names'].join(', ')}`
        : 'A service that starts automatically';
      return `${which} is stopped for ${time}. Resets when every service runs again.`;
    }
    case 'DeviceMemory':
      return `More than ${String(share)} % of the memory is in use for ${time}. ${reset}`;
  }
}

export function minutesText(minutes: unknown): string {
  return minutes === 1 ? '1 minute' : `${String(minutes)} minutes`;
}
