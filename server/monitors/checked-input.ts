import type { Static } from 'typebox';
import type { CustomFields } from '#api/contract/custom-fields.ts';
import type { MonitorInput } from '#api/contract/monitor-input.ts';
import { withKnownFields } from '#engine/document/custom-fields.ts';
import { readBody } from '#engine/flow/read-answers.ts';
import { stepsFor } from '#engine/flow/steps.ts';
import { manifest } from '#schemas/cloud-monitor/manifest.ts';
import { manifest as conditionManifest } from '#schemas/cloud-monitor-condition/manifest.ts';
import { customFieldsIn, mergeCustom, requireCustom } from '../custom/custom-fields.ts';
import type { Actor } from '../access/actor.ts';
import { requireAnswers } from '../require-fields.ts';
import { answerProblems } from '../screens/answer-problems.ts';
import { screensFor } from '../screens/screens-for.ts';
import type { Services } from '../services.ts';
import type { Check, StoredConfig } from './checks/check.ts';
import { checkOf } from './checks/registry.ts';
import { fillKeptRows, hasText, sealRows, sealText } from './checks/sealed-values.ts';
import { textOf } from './checks/stored.ts';

export type Input = Static<typeof MonitorInput>;
export type ConditionInput = Input['conditions'][number];
interface HasScreens {
  actor: Actor;
  services: Pick<Services, 'screens'>;
}
export type SetupInput = Omit<Input, 'conditions'>;

const flow = 'cloud-monitor';
const saveMonitor = { flow, manifest, call: 'saveMonitor' };
// A test has no conditions.
const testMonitor = { flow, manifest, call: 'testMonitor', except: ['conditions'] };
const replayCondition = { flow: 'cloud-monitor-condition', manifest: conditionManifest, call: 'replayCondition' };

/** What the server keeps of a stored monitor when a body leaves it out. */
export interface Stored {
  config: StoredConfig;
  custom: CustomFields;
}
export const nothingStored: Stored = { config: {}, custom: {} };

export type CheckedInput = Input & { custom: CustomFields };

/** Validates the body, custom fields included, against the screens of the flow `cloud-monitor`. @throws Refused `invalid_input` */
export function checkedInput(context: HasScreens, body: Input, stored: Stored): CheckedInput {
  const screens = screensFor(context, body.clientId);
  const custom = mergeCustom(stored.custom, body.custom);
  const conditions = body.conditions.map(withDefaults);
  const input = { ...body, monitorName: body.monitorName.trim(), conditions, custom };
  const asked = { ...saveMonitor, manifest: withRules(screens) };
  const answers = readBody(asked.manifest, asked.call, { ...input, ...kept(input, stored.config) });
  const steps = stepsFor(manifest.stepper, answers);
  requireCustom(screens, flow, { given: body.custom, stored: stored.custom, steps });
  requireAnswers(answerProblems(screens, asked, answers));
  return input;
}

/** The manifest with a rule for each custom field. */
function withRules(screens: Services['screens']): typeof manifest {
  return withKnownFields(manifest, customFieldsIn(screens, flow));
}

/** The same for "Test now". @throws Refused `invalid_input` with pointers below `/monitor` */
export function requireTestable(context: HasScreens, body: SetupInput, stored: Stored): void {
  const screens = screensFor(context, body.clientId);
  const custom = requireCustom(screens, flow, { given: body.custom, stored: stored.custom, at: '/monitor' });
  const asked = { ...testMonitor, manifest: withRules(screens) };
  const monitor = { ...body, custom, ...kept(body, stored.config) };
  requireAnswers(answerProblems(screens, asked, readBody(asked.manifest, asked.call, { monitor })));
}

/** The same for one condition, of a monitor of this type. @throws Refused `invalid_input` with pointers below `/condition` */
export function requireCondition(
  { services: { screens } }: Pick<HasScreens, 'services'>,
  monitorType: Input['monitorType'],
  condition: ConditionInput,
): void {
  const body = { condition: withDefaults(condition) };
  const answers = readBody(conditionManifest, replayCondition.call, body, { settings: { monitorType } });
  requireAnswers(answerProblems(screens, replayCondition, answers));
}

/** The fields of what is stored that a body need not give again. */
function kept(input: SetupInput, stored: StoredConfig): Record<string, unknown> {
  return { ...secretsKept(input, stored), ...valuesKept(input, stored) };
}

export function withDefaults(condition: ConditionInput) {
  return {
    ...condition,
    enabled: condition.enabled ?? true,
    notificationAction: condition.notificationAction ?? 'NONE',
    notificationChannelIds: condition.notificationChannelIds ?? [],
    ticketingAction: condition.ticketingAction ?? 'NONE',
  };
}

/** `httpPasswordSet` and the like, as the screens know them: a secret of the type need not be given again. */
function secretsKept(input: SetupInput, stored: StoredConfig): Record<string, boolean> {
  const check = checkOf(input.monitorType);
  return Object.fromEntries(
    Object.keys(check.secrets).map((field) => [`${field}Set`, keepsSecret(check, field, input, stored)]),
  );
}

/** A value that may not be read, or that a file leaves out, need not be given again either. */
function valuesKept(input: SetupInput, stored: StoredConfig): Record<string, unknown> {
  const given: Readonly<Record<string, unknown>> = input;
  const { sealedRows = [], sealedTexts = [], unused } = checkOf(input.monitorType);
  const idle = unused?.(given) ?? [];
  const rows = sealedRows.filter((field) => given[field] !== undefined);
  const texts = sealedTexts.filter((field) => given[field] === undefined && hasText(stored[field]));
  return Object.fromEntries([
    ...rows.map((field) => [field, fillKeptRows(given[field], stored[field])]),
    ...texts.filter((field) => !idle.includes(field)).map((field) => [field, 'kept']),
  ]);
}

/** A stored password stays with the server that it was given for: sent elsewhere it would be told to whoever asks. */
function keepsSecret({ secrets }: Check, field: string, input: SetupInput, stored: StoredConfig): boolean {
  const serverOf = secrets[field];
  if (!serverOf || textOf(stored, field) === '') return false;
  const server = serverOf(input);
  return server !== '' && server === serverOf(stored);
}

/** The fields of the type alone, what is sealed at rest sealed; what is left out of that is as stored. */
export function configOf(
  { services: { secrets } }: { services: { secrets: Pick<Services['secrets'], 'seal'> } },
  input: SetupInput,
  stored: StoredConfig,
): Record<string, unknown> {
  const given: Readonly<Record<string, unknown>> = input;
  const check = checkOf(input.monitorType);
  const config: Record<string, unknown> = {};
  for (const field of check.fields) {
    const value = given[field];
    if (check.sealedTexts?.includes(field)) {
      const text = sealText(value, stored[field], secrets.seal);
      if (text !== undefined) config[field] = text;
    } else if (!Object.hasOwn(check.secrets, field)) {
      if (value === undefined) continue;
      const sealed = check.sealedRows?.includes(field);
      config[field] = sealed ? sealRows(value, stored[field], secrets.seal) : value;
    } else if (typeof value === 'string' && value !== '') config[field] = secrets.seal(value);
    else if (keepsSecret(check, field, input, stored)) config[field] = stored[field];
  }
  // A login or a body that is no longer used is not kept either.
  for (const field of check.unused?.(config) ?? []) delete config[field];
  return config;
}
