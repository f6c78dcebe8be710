import manifest from './flow.json';
import { settingsFields, setupFields } from './types.ts';

/** The fields of each step, those of the types that have a document of their own among them. */
export const needs = {
  ...manifest.needs,
  setup: [...manifest.needs.setup, ...setupFields],
  conditions: [...manifest.needs.conditions, ...settingsFields.map((field) => `/conditions/*${field}`)],
};
