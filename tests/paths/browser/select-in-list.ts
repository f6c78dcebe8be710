import type { Page } from 'playwright-core';

/** Selects these in a list of the console and presses what its bar offers. */
export async function selectAndPress(page: Page, names: readonly string[], action: string): Promise<void> {
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click();
  await pressAction(page, action);
}

/** Presses an action of the page; another one of its name may stand among the filters of a list. */
export function pressAction(page: Page, action: string): Promise<void> {
  return page.getByRole('main').getByRole('button', { name: action, exact: true }).last().click();
}
