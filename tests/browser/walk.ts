// What a walk through a flow's states knows of that flow.
import type { Page } from 'playwright-core';
import type { CallName } from '#api/contract/catalogue.ts';
import type { Mode } from '#engine/flow/flow.ts';
import type { Product } from '../product/product.ts';

/** Where a state stands: the step walked to, what is pressed there, and what happens to the request behind it. */
export interface Way {
  mode: Mode;
  /** Which of its forks the flow takes, where there are some. */
  by?: string;
  /** The step at which the walk stops; absent where it never gets to one. */
  to?: string;
  press?: string;
  /** Somebody else saves the thing before this is pressed. */
  meanwhile?: true;
  holds?: CallName;
  refuses?: CallName;
  /** The test that leaves this state instead. */
  elsewhere?: string;
}

export interface Walk {
  flow: string;
  add: string;
  edit(subject: string): string;
  /** The steps in order, and how each is filled in for a thing of this name. */
  steps: { screen: string; fill(page: Page, name: string, by?: string): Promise<void>; by?: string }[];
  /** A thing to edit, made by the API; answers its id. */
  make(product: Product, cookie: string, name: string): Promise<string>;
  /** Somebody else changes a field of it that the walk leaves alone. */
  changeElsewhere(product: Product, cookie: string, subject: string): Promise<unknown>;
  /** How many things of this name the server holds. */
  count(product: Product, cookie: string, name: string): Promise<number>;
  /** By state. */
  states: Record<string, Way>;
}
