import type { CallReply } from '#api/client.ts';
import deviceAlerts from '#schemas/division/device-alerts.json';

export type ConditionName = CallReply<'readDevicePolicy'>['values'][number]['name'];
export type ConditionValue = boolean | number | string;

export interface ConditionField {
  name: ConditionName;
  title: string;
  /** Of a choice. */
  options?: { value: string; label: string }[];
  suffix: string;
}

interface Property {
  title: string;
  oneOf?: { const: string; title: string }[];
}
const properties: Readonly<Record<string, Property>> = {
  ...deviceAlerts.schema.properties,
  ...Object.assign({}, ...deviceAlerts.schema.allOf.map(({ then }) => then.properties)),
};
const ui: Readonly<Record<string, unknown>> = deviceAlerts.ui;

/** A field of the screen of the division's settings, so that a policy says the same words. */
export function fieldOf(name: ConditionName): ConditionField {
  const property = properties[name];
  return {
    name,
    title: property?.title ?? name,
    ...(property?.oneOf && { options: property.oneOf.map((each) => ({ value: each.const, label: each.title })) }),
    suffix: suffixOf(ui[name]),
  };
}

function suffixOf(field: unknown): string {
  const options = field instanceof Object && 'ui:options' in field ? field['ui:options'] : undefined;
  return options instanceof Object && 'suffix' in options ? String(options.suffix) : '';
}

const kinds = ['offline', 'disk', 'cpu', 'memory', 'services', 'notificationAction'] as const;

/** The fields of each condition, the one that turns it on first. */
export function groupsOf(names: readonly ConditionName[]): ConditionField[][] {
  return kinds.map((kind) => {
    const own = names.filter((name) => name.startsWith(kind) || (kind === 'services' && name === 'serviceNames'));
    return own.map(fieldOf);
  });
}
