import type { Locator, Page } from 'playwright-core';

/** What a person does with one control, by whichever means. */
export interface Hands {
  press(control: Locator): Promise<void>;
  /** Opens a dialog: a second click would fall on what has opened. */
  open(control: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
  toggle(box: Locator, on: boolean): Promise<void>;
  /** One of choices that stand side by side. */
  pick(group: Locator, label: string): Promise<void>;
  /** One of a list that opens. */
  choose(field: Locator, label: string): Promise<void>;
  /** These and no others of a list that stays open while several are chosen. */
  chooseSeveral(field: Locator, labels: readonly string[]): Promise<void>;
  /** These texts and no others, with Enter after each. */
  enterTags(field: Locator, texts: readonly string[]): Promise<void>;
  /** Marks the row of a grid, or takes the mark away. */
  toggleRow(grid: Locator, row: Locator): Promise<void>;
  /** None of a list that opens. */
  clear(field: Locator): Promise<void>;
  /** One of a list of the browser's own. */
  select(field: Locator, value: string): Promise<void>;
  /** Files of the disk, by their paths. */
  chooseFiles(field: Locator, paths: readonly string[]): Promise<void>;
}

export class Mouse implements Hands {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  press(control: Locator): Promise<void> {
    return control.click();
  }

  open(control: Locator): Promise<void> {
    return this.press(control);
  }

  write(field: Locator, text: string): Promise<void> {
    return field.fill(text);
  }

  async toggle(box: Locator, on: boolean): Promise<void> {
    if ((await box.isChecked()) === on) return;
    // A switch lies under its drawing, so nothing tells playwright that the step's buttons cover it.
    await box.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await box.setChecked(on, { force: true });
  }

  pick(group: Locator, label: string): Promise<void> {
    return group.getByText(label, { exact: true }).click();
  }

  async choose(field: Locator, label: string): Promise<void> {
    await field.click();
    // A long list is searched by typing.
    if (await field.isEditable()) await field.fill(label);
    await optionOf(this.page, label).click();
    await optionOf(this.page, label).waitFor({ state: 'hidden' });
  }

  async chooseSeveral(field: Locator, labels: readonly string[]): Promise<void> {
    await field.click();
    await chooseByKeys(this.page, field, labels);
  }

  async enterTags(field: Locator, texts: readonly string[]): Promise<void> {
    await field.click();
    await enterByKeys(field, texts);
  }

  toggleRow(_grid: Locator, row: Locator): Promise<void> {
    return row.click();
  }

  clear(field: Locator): Promise<void> {
    return field.locator('..').locator('button').click();
  }

  async select(field: Locator, value: string): Promise<void> {
    await field.selectOption(value);
  }

  async chooseFiles(field: Locator, paths: readonly string[]): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), field.click()]);
    await chooser.setFiles([...paths]);
  }
}

/** The choice of these words; a description may follow them. */
function optionOf(page: Page, label: string): Locator {
  const words = new RegExp(`^${label.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}`);
  return page.getByRole('option').filter({ hasText: words }).first();
}

/** More than anything is chosen of. */
const MOST_CHOSEN = 50;

/** Backspace takes away what was chosen last; what is typed searches, and Enter chooses. */
async function chooseByKeys(page: Page, field: Locator, labels: readonly string[]): Promise<void> {
  const pills = await takeAllAway(field);
  for (const label of labels) {
    await field.fill(label);
    await optionOf(page, label).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await pills.filter({ hasText: label }).waitFor();
  }
  await page.keyboard.press('Escape');
}

/** Enter keeps what is typed. */
async function enterByKeys(field: Locator, texts: readonly string[]): Promise<void> {
  const pills = await takeAllAway(field);
  for (const [index, text] of texts.entries()) {
    await field.fill(text);
    await field.press('Enter');
    await pills.nth(index).waitFor();
  }
}

/** From the last to the first; answers with where they stand. */
async function takeAllAway(field: Locator): Promise<Locator> {
  const pills = field.locator('xpath=ancestor::*[@data-pointer][1]').locator('.mantine-Pill-label');
  for (let left = MOST_CHOSEN; left > 0 && (await pills.count()) > 0; left -= 1) await field.press('Backspace');
  return pills;
}

/** More tabs than any screen has stops. */
const MOST_TABS = 150;

/** No pointer: Tab to a control, then its own keys. */
export class Keyboard implements Hands {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(control: Locator): Promise<void> {
    await this.tabTo(control);
    await this.page.keyboard.press('Enter');
  }

  open(control: Locator): Promise<void> {
    return this.press(control);
  }

  async write(field: Locator, text: string): Promise<void> {
    await this.tabTo(field);
    if ((await field.getAttribute('type'))?.startsWith('date') === true) return this.writeDate(field, text);
    await this.page.keyboard.press('ControlOrMeta+a');
    if (text === '') await this.page.keyboard.press('Delete');
    else await this.page.keyboard.insertText(text);
  }

  async toggle(box: Locator, on: boolean): Promise<void> {
    if ((await box.isChecked()) === on) return;
    await this.tabTo(box);
    await this.page.keyboard.press('Space');
  }

  async pick(group: Locator, label: string): Promise<void> {
    await this.tabTo(group);
    const wanted = group.getByRole('radio', { name: label, exact: true });
    for (let presses = 0; presses < 20 && !(await wanted.isChecked()); presses += 1)
      await this.page.keyboard.press('ArrowRight');
  }

  async choose(field: Locator, label: string): Promise<void> {
    await this.tabTo(field);
    await this.page.keyboard.press('ArrowDown');
    if (await field.isEditable()) {
      // What is chosen already stands there as text.
      await this.page.keyboard.press('ControlOrMeta+a');
      await this.page.keyboard.type(label);
    }
    const wanted = optionOf(this.page, label);
    await wanted.waitFor();
    for (let presses = 0; presses < 200; presses += 1) {
      if ((await wanted.getAttribute('data-combobox-selected')) !== null) break;
      await this.page.keyboard.press('ArrowDown');
    }
    await this.page.keyboard.press('Enter');
    await wanted.waitFor({ state: 'hidden' });
  }

  async chooseSeveral(field: Locator, labels: readonly string[]): Promise<void> {
    await this.tabTo(field);
    await chooseByKeys(this.page, field, labels);
  }

  async enterTags(field: Locator, texts: readonly string[]): Promise<void> {
    await this.tabTo(field);
    await enterByKeys(field, texts);
  }

  async toggleRow(grid: Locator, row: Locator): Promise<void> {
    await this.tabTo(grid);
    const wanted = await row.getAttribute('id');
    await this.page.keyboard.press('Home');
    for (let presses = 0; presses < 200; presses += 1) {
      if ((await grid.getAttribute('aria-activedescendant')) === wanted) break;
      await this.page.keyboard.press('ArrowDown');
    }
    await this.page.keyboard.press('Space');
  }

  async clear(field: Locator): Promise<void> {
    await this.tabTo(field);
    if (await field.isEditable()) await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.press('Delete');
    await this.page.keyboard.press('Tab');
  }

  async select(field: Locator, value: string): Promise<void> {
    await this.tabTo(field);
    await this.page.keyboard.type(value);
  }

  async chooseFiles(field: Locator, paths: readonly string[]): Promise<void> {
    await this.tabTo(field);
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.page.keyboard.press('Enter')]);
    await chooser.setFiles([...paths]);
  }

  /** A date field of the browser has a place for each part, in the order of its language; the next follows when one is full. */
  private async writeDate(field: Locator, text: string): Promise<void> {
    const { keyboard } = this.page;
    const order = await field.evaluate((element) => {
      const shown = (element as HTMLInputElement).type === 'date' ? undefined : 'short';
      const format = new Intl.DateTimeFormat(navigator.language, { dateStyle: 'short', timeStyle: shown });
      return format.formatToParts().map(({ type }) => type);
    });
    const places = order.filter((type) => type !== 'literal');
    for (const _ of places) await keyboard.press('ArrowLeft');
    if (text === '') {
      for (const _ of places) {
        await keyboard.press('Delete');
        await keyboard.press('ArrowRight');
      }
      return;
    }
    const [year = '', month = '', day = '', hour = '', minute = ''] = text.split(/[-T:]/);
    const isHalf = places.includes('dayPeriod');
    const hours = isHalf ? String(((Number(hour) + 11) % 12) + 1).padStart(2, '0') : hour;
    const dayPeriod = Number(hour) < 12 ? 'a' : 'p';
    const parts: Readonly<Record<string, string>> = { year, month, day, hour: hours, minute, dayPeriod };
    for (const [index, type] of places.entries()) {
      await keyboard.type(parts[type] ?? '');
      // Years may have six digits.
      if (type === 'year' && index < places.length - 1) await keyboard.press('ArrowRight');
    }
  }

  private async tabTo(control: Locator): Promise<void> {
    const here = () => control.evaluate((element) => element.contains(document.activeElement));
    // A code editor takes Tab for itself, and lets go after Escape.
    const inEditor = () => this.page.evaluate(() => document.activeElement?.matches('.cm-content') === true);
    for (let presses = 0; presses < MOST_TABS; presses += 1) {
      if (await here()) return;
      if (await inEditor()) await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`Tab never comes to ${String(control)}`);
  }
}

/** The same hands, which press twice. */
export function twice(hands: Hands): Hands {
  return {
    press: (control) => control.dblclick(),
    open: (control) => hands.open(control),
    write: (field, text) => hands.write(field, text),
    toggle: (box, on) => hands.toggle(box, on),
    pick: (group, label) => hands.pick(group, label),
    choose: (field, label) => hands.choose(field, label),
    chooseSeveral: (field, labels) => hands.chooseSeveral(field, labels),
    enterTags: (field, texts) => hands.enterTags(field, texts),
    toggleRow: (grid, row) => hands.toggleRow(grid, row),
    clear: (field) => hands.clear(field),
    select: (field, value) => hands.select(field, value),
    chooseFiles: (field, paths) => hands.chooseFiles(field, paths),
  };
}
