import { isDeepStrictEqual } from 'node:util';
import { defaultConditions } from '#schemas/cloud-monitor/default-conditions.ts';
import { errors } from '#api/contract/errors.ts';
import { findTooMuch } from '#api/contract/json-bounds.ts';
import { MonitorInput } from '#api/contract/monitor-input.ts';
import { holds } from '../../access/permissions.ts';
import { Refused } from '../../refused.ts';
import type { Services } from '../../services.ts';
import type { Actor } from '../../access/actor.ts';
import { bodyCheck } from '../../body-check.ts';
import { screensFor } from '../../screens/screens-for.ts';
import {
  checkedInput,
  configOf,
  nothingStored,
  type CheckedInput,
  type ConditionInput,
  type Input,
} from '../checked-input.ts';
import { checkOf } from '../checks/registry.ts';
import { hasValues } from '../checks/sealed-values.ts';
import { conditionFields } from '../conditions/save-conditions.ts';
import { toldConfig, typeOf } from '../shown.ts';
import { conditionsByName, toldCondition } from './conditions-by-name.ts';
import { fieldOf } from './fields.ts';
import { fillDefaults } from './fill-defaults.ts';
import { keyOf, nameOf, storable, type Existing, type KnownPlaces } from './known-places.ts';
import type { GivenRow } from './read-file.ts';

export interface Refusal {
  field: string;
  message: string;
}

/** What a row does, and what is needed to do it. */
export type Verdict =
  | { does: 'refuse'; refusals: Refusal[] }
  | { does: 'skip' }
  | { does: 'same' }
  /** `defaultConditions`: the file gives no conditions, so that the monitor gets those that its type begins with. */
  | { does: 'add'; input: CheckedInput; defaultConditions: boolean }
  | { does: 'change'; input: CheckedInput; before: Existing };

/** What judging needs of a call; it may be in another thread. */
interface JudgeContext {
  actor: Actor;
  services: Pick<Services, 'screens'> & { secrets: Pick<Services['secrets'], 'seal'> };
}

export interface Court {
  context: JudgeContext;
  known: KnownPlaces;
  existing: 'UPDATE' | 'SKIP';
  /** The row that was first about a monitor, by the monitor's key. */
  seen: Map<string, number>;
}

const checkShape = bodyCheck(MonitorInput);
/** Of one row. */
const mostRefusals = 50;
/** In place of an organization that is not known: none has this id, so none of its variants apply. */
const NO_ORGANIZATION = 2_147_483_647;
const typeLocked = 'The type cannot change once the monitor is saved.';

/** The verdict on a row, by the rules of the wizard. Writes nothing. */
export function judge(court: Court, row: GivenRow): Verdict {
  const { context, known, existing } = court;
  const refusals: Refusal[] = Object.entries(row.unreadable).map(([field, message]) => ({ field, message }));
  const refuse = (field: string, message: string) => void refusals.push({ field, message });
  const { organization, location } = placeOf(known, row, refuse);
  const name = nameOf(row.given);
  const before = organization && location ? known.existing(organization.id, location.id, name) : [];
  if (organization && location && name !== '')
    refuseTwice(court, keyOf(organization.id, location.id, name), row, refuse);
  if (before.length > 0 && existing === 'SKIP' && refusals.length === 0) return { does: 'skip' };
  if (before.length > 1) refuse('monitorName', 'Several monitors have this name there. Rename all but one first.');
  const [stored] = before;
  const permission = stored ? 'NODE:Update' : 'NODE:Create';
  if (organization && !holds(context.actor, permission, organization.id))
    refuse('organization', errors.forbidden.message);

  const clientId = organization?.id ?? NO_ORGANIZATION;
  const wanted = wantedOf(court, row, { clientId, stored, refuse });
  Object.assign(wanted, { clientId, locationId: location?.id ?? 1 });
  if (stored && wanted['monitorType'] !== stored.monitorType) refuse('monitorType', typeLocked);
  const checked = checkedRow(context, wanted, stored);
  if (Array.isArray(checked))
    for (const each of checked) if (!Object.hasOwn(row.unreadable, each.field)) refusals.push(each);
  if (refusals.length > 0 || Array.isArray(checked))
    return { does: 'refuse', refusals: refusals.slice(0, mostRefusals).map(storableRefusal) };
  if (!stored)
    return { does: 'add', input: checked, defaultConditions: !givesConditions(row) && checked.conditions.length > 0 };
  return isSame(context, checked, stored) ? { does: 'same' } : { does: 'change', input: checked, before: stored };
}

type Refuse = (field: string, message: string) => void;

function placeOf(known: KnownPlaces, { given }: GivenRow, refuse: Refuse) {
  const organization = known.organization(given['organization']);
  if (!organization) {
    refuse('organization', unknownWords('organization', given['organization'], ''));
    return {};
  }
  const location = known.location(organization.id, given['location']);
  if (!location) refuse('location', unknownWords('location', given['location'], ` at ${organization.name}`));
  return { organization, location };
}

function unknownWords(what: string, given: unknown, where: string): string {
  if (given === undefined || given === null || given === '') return 'Required';
  if (typeof given !== 'string' && typeof given !== 'number') return 'Must be a name or an id';
  return `No ${what} “${given}” is known${where}.`;
}

function refuseTwice({ seen }: Court, key: string, { row }: GivenRow, refuse: Refuse): void {
  const first = seen.get(key);
  if (first === undefined) seen.set(key, row);
  else if (first !== row) refuse('monitorName', `Row ${first} is about the same monitor.`);
}

/** The whole monitor that the row asks for: what it leaves out is as stored, or as the wizard begins. */
function wantedOf(
  { context, known }: Court,
  { given }: GivenRow,
  { clientId, stored, refuse }: { clientId: number; stored: Existing | undefined; refuse: Refuse },
): Record<string, unknown> {
  const wanted: Record<string, unknown> = stored ? storedInput(stored) : { enabled: true, conditions: [] };
  const told = Object.entries(given).filter(([field]) => field !== 'organization' && field !== 'location');
  for (const [field, value] of told) {
    if (value === null || value === '') delete wanted[field];
    else wanted[field] = value;
  }
  const begins = !stored && !givesConditions({ given });
  wanted['conditions'] ??= [];
  if (Array.isArray(wanted['conditions']))
    wanted['conditions'] = conditionsByName(wanted['conditions'] as unknown[], stored?.conditions ?? [], known, refuse);
  if (stored || typeof wanted['monitorType'] !== 'string') return wanted;
  const filled = fillDefaults(screensFor(context, clientId), wanted);
  return begins ? { ...filled, conditions: beginningConditions(filled) } : filled;
}

/** An explicit empty list gives that there are none. */
function givesConditions({ given }: Pick<GivenRow, 'given'>): boolean {
  const { conditions } = given;
  return conditions !== undefined && conditions !== null && conditions !== '';
}

/** As a request has them: a row of the wizard names its monitor's type too. */
function beginningConditions(monitor: Record<string, unknown>) {
  return defaultConditions(monitor).map((row) => {
    const { monitorType: _, ...condition } = row;
    return condition;
  });
}

function storedInput({ monitorType, enabled, frequency, timeout, config, conditions }: Existing) {
  return {
    ...toldConfig(typeOf(monitorType), config),
    monitorType,
    enabled,
    frequency,
    timeout,
    conditions: conditions.map(toldCondition),
  };
}

function checkedRow(context: JudgeContext, wanted: Record<string, unknown>, stored: Existing | undefined) {
  try {
    refuseIllFormed(wanted);
    checkShape(wanted);
    return checkedInput(context, wanted as Input, stored ?? nothingStored);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'invalid_input') throw error;
    return Object.entries(error.extra.fields ?? {}).map(([pointer, message]) => ({ field: fieldOf(pointer), message }));
  }
}

/** PostgreSQL keeps no half of a surrogate pair. @throws Refused */
function refuseIllFormed(wanted: Record<string, unknown>): void {
  const judgeText = (text: string) => (/\p{Surrogate}/u.test(text) ? 'Please enter a valid value' : undefined);
  const wrong = findTooMuch(wanted, MonitorInput, judgeText);
  if (wrong) throw new Refused('invalid_input', { fields: { [wrong.pointer]: wrong.message } });
}

/**
 * A password, a header's value or a body that is given always counts as a change: that it is the stored one is nobody's to learn, and
 * the dry run has no key.
 */
function isSame(context: JudgeContext, input: CheckedInput, stored: Existing): boolean {
  const { secrets, sealedRows = [], sealedTexts = [] } = checkOf(input.monitorType);
  const given: Readonly<Record<string, unknown>> = input;
  if (Object.keys(secrets).some((field) => typeof given[field] === 'string' && given[field] !== '')) return false;
  if (sealedRows.some((field) => hasValues(given[field]))) return false;
  if (sealedTexts.some((field) => given[field] !== undefined)) return false;
  const { enabled, frequency, timeout } = stored;
  return (
    isDeepStrictEqual(
      [input.enabled, input.frequency, input.timeout, input.custom, filled(configOf(context, input, stored.config))],
      [enabled, frequency, timeout, stored.custom, filled(stored.config)],
    ) &&
    isDeepStrictEqual(
      input.conditions.map((each) => ({ ...conditionFields(each), id: each.id })),
      stored.conditions.map((row) => ({ ...conditionFields(toldCondition(row) as ConditionInput), id: row.id })),
    )
  );
}

function filled(config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== '' && value !== null));
}

const storableRefusal = ({ field, message }: Refusal): Refusal => ({
  field: storable(field).slice(0, 200),
  message: storable(message).slice(0, 500),
});
