// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useShownScheme } from './use-shown-scheme.ts';

type Scheme = Parameters<typeof useShownScheme>[0];
const root = document.documentElement;
const shown = () => root.dataset['mantineColorScheme'];
const show = (initial: Scheme) => renderHook((scheme: Scheme) => useShownScheme(scheme), { initialProps: initial });

beforeEach(() => {
  root.dataset['mantineColorScheme'] = 'light';
});
afterEach(cleanup);

describe('colours that a page shows for a while', () => {
  it('give back the ones before, toggled or left', () => {
    const { rerender, unmount } = show('dark');
    expect(shown()).toBe('dark');
    rerender('light');
    expect(shown()).toBe('light');
    rerender('dark');
    rerender(undefined);
    expect(shown()).toBe('light');
    rerender('dark');
    unmount();
    expect(shown()).toBe('light');
  });

  it('stay when the console changes its own, and give those back', async () => {
    const { unmount } = show('light');
    root.dataset['mantineColorScheme'] = 'dark';
    await waitFor(() => expect(shown()).toBe('light'));
    unmount();
    expect(shown()).toBe('dark');
  });

  it('give back what the console took a moment before', () => {
    const { unmount } = show('dark');
    root.dataset['mantineColorScheme'] = 'dark';
    unmount();
    expect(shown()).toBe('dark');
  });

  it('leave no colours where there were none', () => {
    delete root.dataset['mantineColorScheme'];
    const { unmount } = show('dark');
    unmount();
    expect(shown()).toBeUndefined();
  });
});
