// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '#tests/screens/jsdom-gaps.ts';
import { CopyButton } from './copy-button.tsx';
import { HelpPopover } from './help-popover.tsx';

const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { clipboard: { writeText } });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  writeText.mockReset();
});

const show = (content: React.ReactNode) => render(<MantineProvider env="test">{content}</MantineProvider>);
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const pass = (milliseconds: number) => act(async () => vi.advanceTimersByTime(milliseconds));

it('C21-22: the copy button says Copied for three seconds, then offers itself again', async () => {
  writeText.mockResolvedValue();
  show(<CopyButton text="secret" subject="the key" />);
  await press('Copy the key');
  expect(writeText).toHaveBeenCalledWith('secret');
  expect(screen.getByRole('button').textContent).toBe('Copied');
  await pass(2900);
  expect(screen.getByRole('button').textContent).toBe('Copied');
  await pass(200);
  expect(screen.getByRole('button', { name: 'Copy the key' })).toBeTruthy();
});

it('C21-48: what could not be copied is said in an alert, with the reason', async () => {
  writeText.mockRejectedValue(new Error('not allowed'));
  show(<CopyButton text="secret" subject="the key" />);
  await press('Copy the key');
  expect(screen.getByRole('alert').textContent).toBe('Could not copy text: not allowed');
});

it('C21-23, C21-24: help opens by hover and closes 750 ms after leaving', async () => {
  show(<HelpPopover subject="Name" text="Shown in lists." />);
  const place = screen.getByRole('button').parentElement as HTMLElement;
  await act(async () => fireEvent.mouseEnter(place));
  expect(screen.getByRole('note').textContent).toBe('Shown in lists.');
  await act(async () => fireEvent.mouseLeave(place));
  await pass(700);
  expect(screen.queryByRole('note')).not.toBeNull();
  await pass(100);
  expect(screen.queryByRole('note')).toBeNull();
});

it('C21-24: help opens by click and closes by a click elsewhere', async () => {
  show(<HelpPopover subject="Name" text="Shown in lists." />);
  await press('Help for Name');
  expect(screen.getByRole('note')).toBeTruthy();
  await act(async () => fireEvent.pointerDown(document.body));
  expect(screen.queryByRole('note')).toBeNull();
});
