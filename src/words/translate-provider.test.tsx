// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useTranslate } from '#screens/shared/translate.ts';
import { TranslateProvider } from './translate-provider.tsx';
import { speak } from './words.ts';

afterEach(cleanup);

function Speaker() {
  const translate = useTranslate();
  const days = { one: '{{count}} day', other: '{{count, number}} days' };
  return <p>{`${translate('detail.ports', 'Ports')}; ${translate('detail.days', days, { count: 1200 })}`}</p>;
}

it('speaks the words of the language file, and the English beside the part for a key that the file lacks', async () => {
  await speak('en-us', { detail: { ports: 'Doors' } });
  render(
    <TranslateProvider>
      <Speaker />
    </TranslateProvider>,
  );
  expect(screen.getByText('Doors; 1,200 days')).toBeDefined();
});

it('speaks English without a provider', () => {
  render(<Speaker />);
  expect(screen.getByText('Ports; 1,200 days')).toBeDefined();
});
