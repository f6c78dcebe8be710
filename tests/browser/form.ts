// What a person does at a step screen, and what is to be seen of it.
import type { Locator, Page } from 'playwright-core';
import { PATIENCE } from './browser.ts';

/** The step screen, wherever it is presented. */
export function stepOf(page: Page): Locator {
  return page.locator('[data-presentation][data-kind]');
}

export function headingOf(page: Page): Locator {
  return stepOf(page).getByRole('heading', { level: 1 });
}

/** Waits until the step screen stands at this heading. */
export async function standsAt(page: Page, heading: string): Promise<void> {
  await headingOf(page).filter({ hasText: heading }).waitFor();
}

/** Waits for the toast that says so: how a flow ends. */
export async function isTold(page: Page, words: string): Promise<void> {
  await page.getByRole('alert').filter({ hasText: words }).first().waitFor();
}

export async function type(page: Page, pointer: string, text: string): Promise<void> {
  await field(page, pointer).locator('input, textarea').first().fill(text);
}

/** The field of this pointer, in the dialog in front where there is one. */
export function field(page: Page, pointer: string): Locator {
  return page.locator(`[data-pointer="${pointer}"]`).last();
}

/** Chooses from a list that opens. */
export async function choose(page: Page, pointer: string, option: string): Promise<void> {
  await field(page, pointer).getByRole('textbox').or(field(page, pointer).getByRole('combobox')).first().click();
  await page.getByRole('option', { name: option }).first().click();
}

/** One of the few choices that stand side by side. */
export async function pick(page: Page, pointer: string, label: string): Promise<void> {
  await field(page, pointer).getByText(label, { exact: true }).click();
}

/** Presses the way on at the foot of the step (or the message's own). */
export async function press(page: Page, name: string): Promise<void> {
  await stepOf(page).getByRole('button', { name, exact: true }).last().click();
}

/**
 * Opens the menu of a row and takes what it offers. Others add rows meanwhile: a menu whose button they have pushed out of
 * sight is hidden until one comes back to it, and one that closed when its list was read again is opened again.
 */
export async function takeFromMenu(page: Page, menu: string, item: string): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name: menu, exact: true });
  const choice = page.getByRole('menuitem', { name: item, exact: true });
  await button.click();
  for (const until = Date.now() + PATIENCE; ;) {
    await button.scrollIntoViewIfNeeded();
    if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
    try {
      return await choice.click({ timeout: 2000 });
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}

export interface Look {
  heading: string;
  /** The current step of the stepper. */
  step: string;
  busy: boolean;
  /** By pointer and place; secrets are listed apart. */
  values: Record<string, string | boolean>;
  /** Pointers of secrets that are filled in. */
  filledSecrets: string[];
  /** The cards of a summary and the rows of a table, as text. */
  texts: string[];
}

/** What stands on the step screen. `secrets`: pointers whose values are not kept. */
export async function look(page: Page, secrets: readonly string[] = []): Promise<Look> {
  return stepOf(page).evaluate(
    (root, hidden) => {
      const text = (element: Element | null) =>
        element instanceof HTMLElement ? element.innerText.replace(/\s+/g, ' ').trim() : '';
      const values: Record<string, string | boolean> = {};
      const filledSecrets: string[] = [];
      for (const input of root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
        const pointer = input.closest<HTMLElement>('[data-pointer^="/"]')?.dataset['pointer'];
        if (pointer === undefined || input.type === 'hidden') continue;
        // The value to apply to many rows is not an answer, and a reload empties its input.
        if (input.ariaLabel?.startsWith('New value of ')) continue;
        if (hidden.includes(pointer)) {
          if (input.value !== '') filledSecrets.push(pointer);
          continue;
        }
        const toggles = input instanceof HTMLInputElement && (input.type === 'checkbox' || input.type === 'radio');
        const name = toggles
          ? `${pointer} ${text(input.closest('label') ?? input.parentElement)}${input.value}`
          : pointer;
        let key = name;
        for (let count = 2; Object.hasOwn(values, key); count += 1) key = `${name} ${count}`;
        values[key] = toggles ? input.checked : input.value;
      }
      return {
        heading: text(root.querySelector('h1')),
        step: text(root.querySelector('[aria-current="step"]')),
        busy: root.querySelector('[aria-busy="true"]') !== null,
        values,
        filledSecrets,
        texts: [...root.querySelectorAll('dl, tbody tr')].map(text),
      };
    },
    [...secrets],
  );
}
