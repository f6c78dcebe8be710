import { stateCase } from '../flow-case.ts';

/** The summary tells what was answered: an organization is never saved unseen. */
export default stateCase({
  heading: 'Confirm',
  check({ text, buttons }) {
    if (!text.includes('Northwind') && !text.includes('name-1'))
      throw new Error(`the summary does not name the organization:\n${text}`);
    if (buttons.at(-1) !== 'Save') throw new Error(`Save is not the last button: ${buttons.join(', ')}`);
  },
});
