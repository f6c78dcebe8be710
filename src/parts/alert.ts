import type { CallReply } from '#api/client.ts';
import type { Tone } from '#screens/shared/tag.tsx';

export type Alert = CallReply<'listAlerts'>['items'][number];

const severe: Record<string, Tone> = { CRITICAL: 'bad', MAJOR: 'bad', MODERATE: 'warn', MINOR: 'warn' };

export function severityTone(severity: string): Tone {
  return severe[severity.toUpperCase()] ?? 'idle';
}
