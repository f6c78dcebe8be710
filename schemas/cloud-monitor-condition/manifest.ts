import { settingsFields } from '../cloud-monitor/types.ts';
import flow from './flow.json';

/** The manifest with what the conditions of each type with a document of its own are set by. */
export const manifest = {
  ...flow,
  needs: { ...flow.needs, settings: [...flow.needs.settings, ...settingsFields] },
  sends: {
    replayCondition: {
      body: {
        ...flow.sends.replayCondition.body,
        ...Object.fromEntries(settingsFields.map((field) => [`/condition${field}`, `/settings${field}`])),
      },
    },
  },
};
