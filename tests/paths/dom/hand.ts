import { fireEvent } from '@testing-library/dom';
import { turn } from './clock.ts';

/** Presses it, twice where people are quick, and lets happen what comes of it at once. */
export async function click(button: Element, twice = false): Promise<void> {
  fireEvent.click(button);
  if (twice) fireEvent.click(button);
  await turn();
}
