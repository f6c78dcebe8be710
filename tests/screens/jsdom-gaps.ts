import { vi } from 'vitest';

// What jsdom lacks and Mantine or the screens ask for.
const observer = {
  observe: () => undefined,
  unobserve: () => undefined,
  disconnect: () => undefined,
};
vi.stubGlobal('matchMedia', (query: string) => ({
  // Nothing moves in a test.
  matches: query.includes('prefers-reduced-motion'),
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
vi.stubGlobal('ResizeObserver', function ResizeObserver() {
  return observer;
});
vi.stubGlobal('CSS', { escape: (text: string) => text.replace(/["\\]/g, '\\$&') });
Element.prototype.scrollIntoView = () => undefined;
