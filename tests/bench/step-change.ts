import type { Page } from 'playwright-core';

/** Milliseconds from the click on a button to the focused heading of the next step. Clicks inside the page, so that the driver's round trips do not count; waits for a frame after the focus. */
export async function changeStep(page: Page, button: string): Promise<number> {
  return page.evaluate(async (name) => {
    const target = [...document.querySelectorAll('button')].find((candidate) => candidate.textContent?.trim() === name);
    if (!target) throw new Error(`no button ${name}`);
    const before = document.querySelector('h1')?.textContent;
    const begun = performance.now();
    target.click();
    for (;;) {
      const heading = document.querySelector('h1');
      if (heading && heading.textContent !== before && document.activeElement === heading)
        return performance.now() - begun;
      if (performance.now() - begun > 5000) throw new Error(`no focused heading 5 s after ${name}`);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }, button);
}
