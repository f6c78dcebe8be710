import { callApi } from '#api/client.ts';
import type { OptionSources } from '#screens/options/option-sources.tsx';

/** The named option sources of the screen documents. */
export const optionSources: OptionSources = {
  async organization(_, signal) {
    const organizations = await callApi('listOrganizations', {}, { signal });
    return organizations.map(({ id, name }) => ({ value: id, label: name }));
  },
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
