// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Address } from './address.tsx';

it('breaks an address at its parts and never within a number (B)', () => {
  const { container } = render(<Address text="http://127.0.0.1:7801/health?deep=1" />);
  expect(container.textContent).toBe('http://127.0.0.1:7801/health?deep=1');
  expect(container.innerHTML).toBe('http://<wbr>127.0.0.1<wbr>:7801/<wbr>health<wbr>?<wbr>deep=1');
});
