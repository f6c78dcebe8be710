import type { ScreenLibrary } from '#engine/compile/library.ts';
import { durationWords } from '#engine/flow/duration.ts';

/** The flows whose screens name the fields of an entity. */
const flowsOf: Readonly<Record<string, readonly string[]>> = {
  CLOUD_MONITOR: ['cloud-monitor', 'cloud-monitor-condition'],
  ORGANIZATION: ['organization'],
  USER: ['user', 'profile'],
  NODE: ['device'],
  DIVISION: ['division'],
  CREDENTIAL: ['credential'],
  SCRIPT: ['script'],
  NETWORK_SCAN: ['network-scan'],
  BACKUP_JOB: ['backup-job'],
  MANAGED_FOLDER: ['managed-folder'],
  POLICY: ['policy'],
  TICKET_TEMPLATE: ['ticket-template'],
  STATUS_PAGE: ['status-page'],
  WEBHOOK: ['webhook'],
  NOTIFICATION_CHANNEL: ['notification-channel'],
};

interface Words {
  titles: Map<string, string>;
  /** Titles of a field's values, where the screen has them: `HTTP` is shown as "Website". */
  values: Map<string, string>;
  /** Fields in seconds, shown with a unit. */
  durations: Set<string>;
}

/** Translates the audit trail's field names and values into the titles of the entity's screens. */
export interface FieldWords {
  field(entityType: string, path: string): string;
  value(entityType: string, path: string, value: string): string;
}

export function fieldWords(screens: ScreenLibrary): FieldWords {
  const known = new Map<string, Words>();
  const wordsOf = (entityType: string): Words => {
    const words = known.get(entityType) ?? read(screens, flowsOf[entityType] ?? []);
    known.set(entityType, words);
    return words;
  };
  return {
    field(entityType, path) {
      const { titles } = wordsOf(entityType);
      return path
        .split('/')
        .map((key) => titles.get(key) ?? spelledOut(key))
        .join(' › ');
    },
    value(entityType, path, value) {
      if (value === 'true') return 'Yes';
      if (value === 'false') return 'No';
      const { values, durations } = wordsOf(entityType);
      const name = path.split('/').at(-1) ?? '';
      if (durations.has(name) && /^\d+$/.test(value)) return durationWords(Number(value));
      return values.get(`${name} ${value}`) ?? value;
    },
  };
}

function read(screens: ScreenLibrary, flows: readonly string[]): Words {
  const words: Words = { titles: new Map(), values: new Map(), durations: new Set() };
  const present = new Set(screens.flows());
  for (const flow of flows.filter((each) => present.has(each)))
    for (const screen of screens.screens(flow)) {
      const { schema, ui = {} } = screens.get(flow, screen).document;
      collect(words, schema);
      for (const [name, field] of Object.entries(ui)) if (isDuration(field)) words.durations.add(name);
    }
  return words;
}

/** Collects property titles anywhere in a schema: in branches, rows and nested objects. */
function collect(words: Words, schema: unknown): void {
  if (Array.isArray(schema)) for (const each of schema) collect(words, each);
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return;
  for (const [key, part] of Object.entries(schema)) {
    if (key === 'properties' && typeof part === 'object' && part !== null)
      for (const [name, field] of Object.entries(part as Record<string, unknown>)) learn(words, name, field);
    collect(words, part);
  }
}

function isDuration(field: unknown): boolean {
  return typeof field === 'object' && field !== null && 'ui:widget' in field && field['ui:widget'] === 'duration';
}

function learn({ titles, values }: Words, name: string, field: unknown): void {
  const { title, oneOf } = (typeof field === 'object' && field !== null ? field : {}) as Record<string, unknown>;
  if (typeof title === 'string' && !titles.has(name)) titles.set(name, title);
  for (const each of Array.isArray(oneOf) ? (oneOf as Record<string, unknown>[]) : [])
    if (typeof each['title'] === 'string') values.set(`${name} ${String(each['const'])}`, each['title']);
}

/** `runCount` → "Run count", for fields without a screen. Leaves names that a user typed unchanged. */
function spelledOut(key: string): string {
  if (!/^[a-z][a-zA-Z]*$/.test(key)) return key;
  const words = key.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
