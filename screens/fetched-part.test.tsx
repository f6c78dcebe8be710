// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchedPart } from './fetched-part.tsx';

afterEach(cleanup);

class Boundary extends Component<{ children: ReactNode }, { said?: string }> {
  override state: { said?: string } = {};
  static getDerivedStateFromError(error: unknown): { said: string } {
    return { said: String(error) };
  }
  override render(): ReactNode {
    return this.state.said ?? this.props.children;
  }
}

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

describe('a part that is fetched apart', () => {
  it('stands at once where it was fetched before', async () => {
    const Part = fetchedPart(() => Promise.resolve(Greeting), <p>Wait</p>);
    await Part.fetch();
    render(<Part name="Ada" />);
    expect(screen.getByText('Hello Ada')).toBeTruthy();
  });

  it('shows what stands there meanwhile, and is fetched once', async () => {
    const load = vi.fn<() => Promise<typeof Greeting>>(() => Promise.resolve(Greeting));
    const Part = fetchedPart(load, <p>Wait</p>);
    render(<Part name="Ada" />);
    expect(screen.getByText('Wait')).toBeTruthy();
    expect(await screen.findByText('Hello Ada')).toBeTruthy();
    await Part.fetch();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('may be fetched again after it could not be had', async () => {
    const load = vi
      .fn<() => Promise<typeof Greeting>>(() => Promise.resolve(Greeting))
      .mockRejectedValueOnce(new Error('offline'));
    const Part = fetchedPart(load);
    await expect(Part.fetch()).rejects.toThrow('offline');
    await Part.fetch();
    render(<Part name="Ada" />);
    expect(screen.getByText('Hello Ada')).toBeTruthy();
  });

  it('fails where it is drawn when it cannot be had', async () => {
    const Part = fetchedPart(() => Promise.reject(new Error('offline')));
    const said = vi.spyOn(console, 'error').mockReturnValue();
    render(
      <Boundary>
        <Part />
      </Boundary>,
    );
    expect(await screen.findByText('Error: offline')).toBeTruthy();
    said.mockRestore();
  });
});
