// The calls of a flow's effects, stopped on their way: a path says when each ends, and how.
import type { Page, Route } from 'playwright-core';
import type { CallName } from '#api/contract/catalogue.ts';
import { errors, type ErrorCode } from '#api/contract/errors.ts';
import type { Refusal } from '#engine/flow/flow.ts';
import { isCall } from '../../browser/held-request.ts';

/** How long a call may take to leave the page, and the server to answer it, in ms. */
const PATIENCE = 15_000;

export class EffectCalls {
  private readonly effects: readonly string[];
  private readonly held = new Map<string, Route[]>();
  /** A call that the page sends again by itself meets the same end. */
  private readonly ends = new Map<string, (route: Route) => Promise<void>>();
  private holding = false;
  private wake: () => void = () => undefined;

  constructor(effects: readonly string[]) {
    this.effects = effects;
  }

  async watch(page: Page): Promise<void> {
    await page.route('**/api/**', async (route) => {
      const effect = this.effects.find((name) => isCall(route.request(), name as CallName));
      if (effect === undefined || !this.holding) return route.fallback();
      const end = this.ends.get(effect);
      if (end !== undefined) return end(route).catch(() => undefined);
      this.held.set(effect, [...this.waiting(effect), route]);
      this.wake();
    });
  }

  /** From now on calls are held. */
  begin(): void {
    this.holding = true;
  }

  /** Lets go whatever is held: the path is over. */
  async stop(): Promise<void> {
    this.holding = false;
    this.ends.clear();
    const left = [...this.held.values()].flat();
    this.held.clear();
    await Promise.all(left.map((route) => route.abort().catch(() => undefined)));
  }

  /** What a page that was loaded again had asked for is gone with it. */
  forget(): void {
    this.held.clear();
    this.ends.clear();
  }

  /** How many calls of the effect wait. */
  count(effect: string): number {
    return this.waiting(effect).length;
  }

  /** Waits until one is held; answers what it carries. Throws when none comes. */
  async caught(effect: string): Promise<{ body: unknown; key: string | undefined }> {
    const until = Date.now() + PATIENCE;
    while (this.count(effect) === 0) {
      if (Date.now() > until) throw new Error(`the page does not send ${effect}`);
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        setTimeout(resolve, 200);
      });
    }
    const request = this.waiting(effect)[0]?.request();
    return { body: request?.postDataJSON() as unknown, key: request?.headers()['idempotency-key'] };
  }

  /** The real call to the real server; answers with what came back. */
  async letThrough(effect: string): Promise<{ ok: boolean; status: number; reply: Record<string, unknown> }> {
    const route = await this.taken(effect);
    const request = route.request();
    await route.continue();
    const response = await request.response();
    if (response === null) throw new Error(`${effect} got no answer: ${request.failure()?.errorText}`);
    return { ok: response.ok(), status: response.status(), reply: (await response.json()) as Record<string, unknown> };
  }

  /** Ends the call as the catalogue words this refusal, or as the network would. Holds until `settle`. */
  async refuse(effect: string, refusal: Refusal): Promise<void> {
    const end = (route: Route) => {
      if (refusal.code === 'offline') return route.abort('connectionfailed');
      if (refusal.code === 'unreadable')
        return route.fulfill({ status: 200, contentType: 'text/html', body: '<html>' });
      const { code, message, fields } = refusal;
      const status = errors[code as ErrorCode]?.status ?? 500;
      return route.fulfill({
        status,
        json: { resultCode: 'FAILURE', errorCode: code, errorMessage: message, ...(fields && { fields }) },
      });
    };
    const route = await this.taken(effect);
    this.ends.set(effect, end);
    await end(route);
  }

  /** Lets what is held of the effect go on, whoever still waits for it. */
  async release(effect: string): Promise<void> {
    const left = this.waiting(effect);
    this.held.delete(effect);
    await Promise.all(left.map((route) => route.continue().catch(() => undefined)));
  }

  /** The page has heard of the end: the next call of the effect is a new one. */
  settle(effect: string): void {
    this.ends.delete(effect);
  }

  private async taken(effect: string): Promise<Route> {
    await this.caught(effect);
    const [first, ...others] = this.waiting(effect);
    if (first === undefined) throw new Error(`no call of ${effect} is held`);
    this.held.set(effect, others);
    return first;
  }

  private waiting(effect: string): Route[] {
    return this.held.get(effect) ?? [];
  }
}
