import { callApi } from '#api/client.ts';
import { offsetText, quickZones } from '../format/zone.ts';
import { languages } from '../words/words.ts';
import type { OptionSources } from '#screens/options/option-sources.tsx';

/** The named option sources of the screen documents. */
export const optionSources: OptionSources = {
  async organization(_, signal) {
    const organizations = await callApi('listOrganizations', {}, { signal });
    return organizations.map(({ id, name }) => ({ value: id, label: name }));
  },
  /** The fixed list of countries (C18-03), its code behind the name. */
  async country() {
    const { countries } = await import('#engine/vocabulary/countries.ts');
    return countries.map(({ code, name }) => ({ value: code, label: name, description: code }));
  },
  /** Languages that the console speaks. */
  async language() {
    return languages.map(({ id, name }) => ({ value: id, label: name }));
  },
  /** Time zones with their offset now (C18-01, C18-08), the quick picks first (C18-07). */
  async timeZone(_, signal) {
    const zones = await callApi('listTimeZones', {}, { signal });
    const quick = quickZones.flatMap(({ id, name }) => {
      const found = zones.find(({ timeZoneId }) => timeZoneId === id);
      return found ? [{ value: id, label: `${name} (${offsetText(found.offset)})`, description: id }] : [];
    });
    const others = zones
      .filter(({ timeZoneId }) => !quickZones.some(({ id }) => id === timeZoneId))
      .map(({ timeZoneId, name }) => ({ value: timeZoneId, label: name }));
    return [...quick, ...others];
  },
  // None can be made yet; fields that have nothing to choose from are not shown.
  notificationChannel: async () => [],
  ticketTemplate: async () => [],
  ticketRuleset: async () => [],
  /** Depends on the organization; none until one is chosen. */
  async location(organization, signal) {
    if (typeof organization !== 'number') return [];
    const locations = await callApi('listLocations', { params: { id: organization } }, { signal });
    return locations.map(({ id, name, address }) => ({
      value: id,
      label: name,
      ...(address === '' ? {} : { description: address }),
    }));
  },
};
