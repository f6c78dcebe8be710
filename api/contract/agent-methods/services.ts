import { Type, type Static } from 'typebox';
import { Closed, OneOf } from '../shapes.ts';
import { serviceManagers, serviceStarts, serviceStates } from '../service-names.ts';

/** Seconds between two looks of the agent at the services of its computer. */
export const servicesEverySeconds = 60;
/** Services of a device; the agent leaves out those after that many, by their names. */
export const mostServices = 2000;
/** Services of one report: with the longest names they stay below the largest message. */
export const mostReportedServices = 150;

const Name = Type.String({ minLength: 1, maxLength: 256 });

const Service = Closed({
  /** Without the ending `.service` of systemd. */
  name: Name,
  /** Description of the unit, or display name on Windows. */
  label: Type.String({ maxLength: 200 }),
  state: OneOf(serviceStates),
  start: OneOf(serviceStarts),
});
export type Service = Static<typeof Service>;

/**
 * What changed since the last report. `begins`: the first report of a whole list; `completes`: its last one, after which the server
 * forgets services that the list did not name. Changes to a list that is complete are reports with neither.
 */
export const ServicesReport = Closed({
  manager: OneOf(serviceManagers),
  begins: Type.Boolean(),
  completes: Type.Boolean(),
  services: Type.Array(Service, { maxItems: mostReportedServices }),
  gone: Type.Array(Name, { maxItems: mostReportedServices }),
});
export type ServicesReport = Static<typeof ServicesReport>;

export const servicesCapability = 'services@1';
