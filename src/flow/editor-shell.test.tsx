// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import words from '../public/locales/en-us.json' with { type: 'json' };
import { speak } from '../words/words.ts';
import { EditorShell } from './editor-shell.tsx';

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  await speak('en-us', words);
});
afterEach(cleanup);

function open(onSave?: () => void) {
  const onHome = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();
  render(
    <MantineProvider env="test">
      <EditorShell title="Edit user" onSave={onSave} onClose={onClose} onHome={onHome}>
        <p>what is edited</p>
      </EditorShell>
    </MantineProvider>,
  );
  return { onHome, onClose, header: within(screen.getByRole('banner')) };
}

describe('the full-screen editor', () => {
  it('has a logo, a Save button and a Close button above what is edited (C01-07)', () => {
    const onSave = vi.fn<() => void>();
    const { header, onClose } = open(onSave);
    expect(header.getByRole('link', { name: words.flow.home })).toBeDefined();
    fireEvent.click(header.getByRole('button', { name: 'Save' }));
    expect(onSave).toHaveBeenCalledOnce();
    fireEvent.click(header.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('hides Save where nothing handles it (C01-08)', () => {
    const { header } = open();
    expect(header.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(header.getByRole('button', { name: 'Close' })).toBeDefined();
  });

  it('leads from its logo to the dashboard, as far as the flow lets go (C01-06)', () => {
    const { header, onHome } = open();
    const logo = header.getByRole('link', { name: words.flow.home });
    expect(logo.getAttribute('href')).toBe('#/systemDashboard/overview');
    fireEvent.click(logo);
    expect(onHome).toHaveBeenCalledOnce();
  });
});
