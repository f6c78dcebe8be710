// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { arriving } from './arriving.tsx';

afterEach(cleanup);

const Page = () => <h1>Here</h1>;

it('draws a page as soon as its code is there', async () => {
  const { component: Arriving } = arriving(async () => ({ default: Page }));
  const { container } = render(<Arriving />);
  expect(container.textContent).toBe('');
  await act(async () => undefined);
  expect(screen.getByRole('heading', { name: 'Here' })).toBeDefined();
});

it('draws at once what was fetched when somebody aimed at it', async () => {
  const { component: Arriving, loader } = arriving(async () => ({ default: Page }));
  loader();
  await Promise.resolve();
  await Promise.resolve();
  render(<Arriving />);
  expect(screen.getByRole('heading', { name: 'Here' })).toBeDefined();
});

it('tells what the page reads first once its code is there, and nothing where that cannot be fetched', async () => {
  const reads = () => [];
  const told = vi.fn<(reads: unknown) => void>();
  arriving(async () => ({ default: Page, reads })).loader(told);
  arriving(() => Promise.reject(new Error('gone'))).loader(told);
  await vi.waitFor(() => expect(told.mock.calls).toEqual([[reads]]));
});

it('keeps what was begun in it when somebody aims at it again', async () => {
  const { component: Arriving, loader } = arriving(async () => ({ default: () => <input aria-label="Name" /> }));
  const { rerender } = render(<Arriving />);
  const field = await screen.findByRole('textbox', { name: 'Name' });
  loader();
  await act(async () => undefined);
  rerender(<Arriving />);
  expect(screen.getByRole('textbox', { name: 'Name' })).toBe(field);
});

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render(): ReactNode {
    return this.state.failed ? (
      <button onClick={() => this.setState({ failed: false })}>Try again</button>
    ) : (
      this.props.children
    );
  }
}

it('tells the boundary around it when the code cannot be fetched, and fetches it when drawn again', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<{ default: typeof Page }>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module')).mockResolvedValue({
    default: Page,
  });
  const { component: Arriving } = arriving(load);
  render(
    <Boundary>
      <Arriving />
    </Boundary>,
  );
  (await screen.findByRole('button', { name: 'Try again' })).click();
  expect(await screen.findByRole('heading', { name: 'Here' })).toBeDefined();
  said.mockRestore();
});
