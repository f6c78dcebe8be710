import type { CustomFields } from '#api/contract/custom-fields.ts';
import type { monitorCondition } from '../../database/schema/monitors.ts';
import type { GivenRow } from './read-file.ts';

export interface Place {
  id: number;
  name: string;
}

/** A monitor that is there already, as far as an import may change it. */
export interface Existing {
  id: number;
  monitorType: string;
  enabled: boolean;
  frequency: number;
  timeout: number;
  config: Record<string, unknown>;
  custom: CustomFields;
  conditions: (typeof monitorCondition.$inferSelect)[];
}

/** What the rows of a file may speak of, read once for all of them. */
export interface KnownPlaces {
  organization(given: unknown): Place | undefined;
  location(organizationId: number, given: unknown): Place | undefined;
  existing(organizationId: number, locationId: number, name: string): readonly Existing[];
  channel(given: unknown): Place | undefined;
}

/** The same as plain data, which one thread may hand to another. */
export interface KnownData {
  organizations: Place[];
  /** By organization. */
  locations: Map<number, Place[]>;
  /** By `keyOf`. */
  monitors: Map<string, Existing[]>;
  channels: Place[];
}

export function knownPlaces({ organizations, locations, monitors, channels }: KnownData): KnownPlaces {
  const placesOf = new Map([...locations].map(([id, some]) => [id, byNameAndId(some)]));
  return {
    organization: byNameAndId(organizations),
    location: (organizationId, given) => placesOf.get(organizationId)?.(given),
    existing: (organizationId, locationId, name) => monitors.get(keyOf(organizationId, locationId, name)) ?? [],
    channel: byNameAndId(channels),
  };
}

export function nameOf(given: GivenRow['given']): string {
  const name = given['monitorName'];
  return typeof name === 'string' ? storable(name).trim() : '';
}

/** As PostgreSQL can keep it: no NUL, no half of a surrogate pair. */
export function storable(text: string): string {
  return Buffer.from(text.replaceAll('\0', ''), 'utf8').toString('utf8');
}

export function keyOf(organizationId: number, locationId: number, name: string): string {
  return JSON.stringify([organizationId, locationId, name]);
}

/** By name whatever its case, else by id. */
export function byNameAndId(places: readonly Place[]): (given: unknown) => Place | undefined {
  const byName = new Map(places.map((place) => [place.name.toLowerCase(), place]));
  const byId = new Map(places.map((place) => [String(place.id), place]));
  return (given) => {
    if (typeof given === 'number') return byId.get(String(given));
    if (typeof given !== 'string') return undefined;
    const word = given.trim();
    return byName.get(word.toLowerCase()) ?? byId.get(word);
  };
}
