import type { Page } from 'playwright-core';
import { takeFromMenu } from '../../browser/form.ts';
import type { Prepared } from './browser-case.ts';

/** A modal that a page of the console opens: by its button, or for a thing that stands there by the thing's menu. */
export function inModal(route: string, opener: string, thing?: string, action = 'Edit'): Pick<Prepared, 'place'> {
  const main = (page: Page) => page.getByRole('main');
  return {
    place: {
      route,
      async open(page) {
        if (thing === undefined) return main(page).getByRole('button', { name: opener }).first().click();
        await takeFromMenu(page, `More actions for “${thing}”`, action);
      },
      resumes: true,
    },
  };
}
