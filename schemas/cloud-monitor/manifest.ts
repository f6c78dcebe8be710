import flow from './flow.json';
import { needs } from './needs.ts';
import { settingsFields, setupFields } from './types.ts';

const { addMonitor, ...others } = flow.sends;
const conditions = addMonitor.body['/conditions'];
// `…Set` says that a secret is stored: it is read and never sent.
const isFlag = (field: string) => field.endsWith('Set') && setupFields.includes(field.slice(0, -'Set'.length));
const ofSetup = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, `/setup${field}`]));

/** The manifest with the fields of the types that have a document of their own. */
export const manifest = {
  ...flow,
  needs,
  sends: {
    ...others,
    addMonitor: {
      ...addMonitor,
      body: {
        ...addMonitor.body,
        ...ofSetup(setupFields.filter((field) => !isFlag(field))),
        '/conditions': {
          ...conditions,
          rows: { ...conditions.rows, ...Object.fromEntries(settingsFields.map((field) => [field, field])) },
        },
      },
      reads: { ...addMonitor.reads, ...ofSetup(setupFields.filter(isFlag)) },
    },
  },
};
