import type { Page } from 'playwright-core';

/** Opens `url` and returns the URLs of the scripts that the browser began to fetch before an element that matches `selector` appeared. */
export async function scriptsBefore(page: Page, url: string, selector: string): Promise<string[]> {
  await page.addInitScript((wanted) => {
    // Observe inside the page, because the driver sees the element later than a user does.
    new MutationObserver((_, observer) => {
      if (!document.querySelector(wanted)) return;
      observer.disconnect();
      performance.mark('appeared');
    }).observe(document, { childList: true, subtree: true });
  }, selector);
  await page.goto(url);
  await page.locator(selector).waitFor();
  // Requests in flight when it appeared count as well; the browser lists them once they finish.
  await page.waitForLoadState('networkidle');
  const before = await page.evaluate(() => {
    const [mark] = performance.getEntriesByName('appeared');
    if (!mark) throw new Error('the element was not seen to appear');
    const fetched = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= mark.startTime);
    return fetched.map(({ name }) => name);
  });
  return before.filter((name) => name.endsWith('.js'));
}
