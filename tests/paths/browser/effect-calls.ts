// The calls of a flow's effects, stopped on their way: a path says when each ends, and how. By the browser's own protocol,
// since playwright's routes stop every request and turn the cache off, and people have one.
import type { CDPSession } from 'playwright-core';
import type { CallName } from '#api/contract/catalogue.ts';
import { errors, type ErrorCode } from '#api/contract/errors.ts';
import { uploadPath } from '#api/contract/uploads.ts';
import type { Refusal } from '#engine/flow/flow.ts';
import { isCall } from '../../browser/held-request.ts';

/** How long a call may take to leave the page, and the server to answer it, in ms. */
const PATIENCE = 15_000;

/** A request that stands still, on its way there or back. */
interface Stopped {
  requestId: string;
  networkId?: string;
  request: { url: string; method: string; headers: Readonly<Record<string, string>>; postData?: string };
  /** On its way back. */
  responseStatusCode?: number;
  responseErrorReason?: string;
  responseHeaders?: readonly { name: string; value: string }[];
}

interface Reply {
  ok: boolean;
  status: number;
  /** Null for a call whose answer has no body. */
  reply: Record<string, unknown> | null;
  header(name: string): string | undefined;
}

/** What the server has answered and the page does not know yet. */
export interface Answered extends Reply {
  goOn(): Promise<unknown>;
  /** The page hears this in its place. */
  refuse(refusal: Refusal): Promise<unknown>;
}

export class EffectCalls {
  private readonly effects: readonly string[];
  private readonly held = new Map<string, Stopped[]>();
  /** A call that the page sends again by itself meets the same end. */
  private readonly ends = new Map<string, (call: Stopped) => Promise<unknown>>();
  private readonly back = new Map<string, (call: Stopped) => void>();
  private readonly driver: CDPSession;
  /** Calls that go their way unless the path ends them. */
  private readonly passing: readonly string[];
  /** Of calls that were dropped: the page sends such a call once more, since it cannot know whether the server had it. */
  private readonly dropped = new Set<string>();
  private holding = false;
  private wake: () => void = () => undefined;

  constructor(effects: readonly string[], driver: CDPSession, passing: readonly string[] = []) {
    this.effects = effects;
    this.driver = driver;
    this.passing = passing;
  }

  /** From now on calls are held. */
  async begin(): Promise<void> {
    this.holding = true;
    this.driver.on('Fetch.requestPaused', this.met);
    this.driver.on('Network.loadingFailed', this.givenUp);
    await this.driver.send('Network.enable');
    await this.driver.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
  }

  /** Lets go whatever is held: the path is over. */
  async stop(): Promise<void> {
    this.holding = false;
    this.ends.clear();
    const left = [...this.held.values()].flat();
    this.held.clear();
    await Promise.all(left.map((call) => this.fail(call, 'Aborted').catch(() => undefined)));
    this.driver.off('Fetch.requestPaused', this.met);
    this.driver.off('Network.loadingFailed', this.givenUp);
    await this.driver.send('Fetch.disable');
    await this.driver.send('Network.disable');
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

  /** Waits until one is held; answers its body. Throws when none comes. */
  async caught(effect: string): Promise<unknown> {
    await this.firstOf([effect]);
    const { postData } = this.waiting(effect)[0]?.request ?? {};
    return postData === undefined ? undefined : (JSON.parse(postData) as unknown);
  }

  /** Waits until one of these is held; answers which. Throws when none comes. */
  async firstOf(names: readonly string[]): Promise<string> {
    const until = Date.now() + PATIENCE;
    for (;;) {
      const held = names.find((name) => this.count(name) > 0);
      if (held !== undefined) return held;
      if (Date.now() > until) throw new Error(`the page does not send ${names.join(' or ')}`);
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        setTimeout(resolve, 200);
      });
    }
  }

  /** The real call to the real server; answers with what came back. */
  async letThrough(effect: string): Promise<Reply> {
    const answered = await this.letThere(effect);
    await answered.goOn();
    return answered;
  }

  /** The same, and the page does not hear of it yet. */
  async letThere(effect: string): Promise<Answered> {
    const there = await this.taken(effect);
    const [answered] = await Promise.all([this.answerTo(effect, there), this.goOn(there, true)]);
    const { requestId, responseStatusCode: status, responseErrorReason: reason, responseHeaders = [] } = answered;
    if (status === undefined) throw new Error(`${effect} got no answer: ${reason}`);
    const hasBody = status !== 204 && there.request.method !== 'HEAD';
    const { body, base64Encoded } = hasBody
      ? await this.driver.send('Fetch.getResponseBody', { requestId })
      : { body: '', base64Encoded: false };
    const text = base64Encoded ? Buffer.from(body, 'base64').toString() : body;
    return {
      ok: status >= 200 && status < 300,
      status,
      // A call that says nothing has no body.
      reply: (text === '' ? null : JSON.parse(text)) as Record<string, unknown> | null,
      header: (wanted) => responseHeaders.find(({ name }) => name.toLowerCase() === wanted)?.value,
      goOn: () => this.goOn(answered),
      refuse: (refusal) => this.end(answered, refusal),
    };
  }

  /** Ends the call as the catalogue words this refusal, or as the network would. Holds until `settle`. */
  async refuse(effect: string, refusal: Refusal): Promise<void> {
    const call = await this.taken(effect);
    this.refuseNext(effect, refusal).catch(() => undefined);
    await this.ends.get(effect)?.(call);
  }

  /** Answers the call in the place of the server. Holds until `settle`. */
  async answer(effect: string, reply: unknown): Promise<void> {
    const call = await this.taken(effect);
    this.answerNext(effect, reply).catch(() => undefined);
    await this.ends.get(effect)?.(call);
  }

  /** Ends every call of this name so from now on, until `settle`; resolves once one has come. */
  refuseNext(name: string, refusal: Refusal): Promise<void> {
    return this.endNext(name, (call) => this.end(call, refusal));
  }

  /** Answers every call of this name so from now on, until `settle`; resolves once one has come. */
  answerNext(name: string, reply: unknown): Promise<void> {
    return this.endNext(name, (call) => this.fulfil(call, 200, 'application/json', JSON.stringify(reply)));
  }

  private end(call: Stopped, refusal: Refusal): Promise<unknown> {
    if (refusal.code === 'offline') return this.fail(call, 'ConnectionFailed');
    if (refusal.code === 'unreadable') return this.fulfil(call, 200, 'text/html', '<html>');
    const { code, message, fields, conflict } = refusal;
    const more = { ...(fields && { fields }), ...(conflict && { conflict }) };
    const said = { resultCode: 'FAILURE', errorCode: code, errorMessage: message, ...more };
    return this.fulfil(call, errors[code as ErrorCode]?.status ?? 500, 'application/json', JSON.stringify(said));
  }

  private endNext(name: string, end: (call: Stopped) => Promise<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`the page does not send ${name}`)), PATIENCE);
      this.ends.set(name, async (call) => {
        clearTimeout(late);
        await end(call);
        resolve();
      });
    });
  }

  /** Lets what is held of the effect go on, whoever still waits for it. */
  async release(effect: string): Promise<void> {
    const left = this.waiting(effect);
    this.held.delete(effect);
    await Promise.all(left.map((call) => this.goOn(call).catch(() => undefined)));
  }

  /** Ends what is held of the effect: nobody waits for it any more. */
  async drop(effect: string): Promise<void> {
    const left = this.waiting(effect);
    this.held.delete(effect);
    for (const { request } of left) this.dropped.add(keyOf(request) ?? '');
    await Promise.all(left.map((call) => this.fail(call, 'Aborted').catch(() => undefined)));
  }

  /** The page has heard of the end: the next calls of these names are new ones. */
  settle(...names: readonly string[]): void {
    for (const name of names) this.ends.delete(name);
  }

  private readonly met = (call: Stopped): void => {
    const onItsWayBack = this.back.get(call.networkId ?? '');
    if (onItsWayBack !== undefined) return onItsWayBack(call);
    const { method, url } = call.request;
    const key = keyOf(call.request);
    if (key !== undefined && this.dropped.has(key)) return void this.fail(call, 'Aborted').catch(() => undefined);
    const names = [...this.effects, ...this.passing];
    const effect = names.find((name) => isNamed(name, method, url));
    const end = this.ends.get(effect ?? '');
    const passes = end === undefined && this.passing.includes(effect ?? '');
    // What a page that was left had asked for is not there any more.
    if (effect === undefined || passes || !this.holding) void this.goOn(call).catch(() => undefined);
    else if (end !== undefined) void end(call).catch(() => undefined);
    else {
      this.held.set(effect, [...this.waiting(effect), call]);
      this.wake();
    }
  };

  /** The page left the state that waited for it. */
  private readonly givenUp = ({ requestId }: { requestId: string }): void => {
    for (const [effect, calls] of this.held)
      this.held.set(
        effect,
        calls.filter(({ networkId }) => networkId !== requestId),
      );
  };

  private async answerTo(effect: string, { networkId = '' }: Stopped): Promise<Stopped> {
    let late: ReturnType<typeof setTimeout> | undefined;
    try {
      return await new Promise<Stopped>((resolve, reject) => {
        this.back.set(networkId, resolve);
        late = setTimeout(() => reject(new Error(`the server does not answer ${effect}`)), PATIENCE);
      });
    } finally {
      clearTimeout(late);
      this.back.delete(networkId);
    }
  }

  private goOn({ requestId }: Stopped, interceptResponse = false): Promise<unknown> {
    return this.driver.send('Fetch.continueRequest', { requestId, ...(interceptResponse && { interceptResponse }) });
  }

  private fail({ requestId }: Stopped, errorReason: 'Aborted' | 'ConnectionFailed'): Promise<unknown> {
    return this.driver.send('Fetch.failRequest', { requestId, errorReason });
  }

  private fulfil({ requestId }: Stopped, status: number, type: string, text: string): Promise<unknown> {
    return this.driver.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: status,
      responseHeaders: [{ name: 'content-type', value: type }],
      body: Buffer.from(text).toString('base64'),
    });
  }

  private async taken(effect: string): Promise<Stopped> {
    await this.firstOf([effect]);
    const [first, ...others] = this.waiting(effect);
    if (first === undefined) throw new Error(`no call of ${effect} is held`);
    this.held.set(effect, others);
    return first;
  }

  private waiting(effect: string): Stopped[] {
    return this.held.get(effect) ?? [];
  }
}

/** Requests of the tus protocol, which are no calls of the catalogue. */
export const asksOffset = 'HEAD of an upload';
export const sendsPiece = 'PATCH of an upload';
const uploadRequests: Readonly<Record<string, string>> = { [asksOffset]: 'HEAD', [sendsPiece]: 'PATCH' };
const anUpload = new RegExp(`^/api${uploadPath.replace(':id', '[^/]+')}$`);

function isNamed(name: string, method: string, url: string): boolean {
  const own = uploadRequests[name];
  return own === undefined
    ? isCall({ method: () => method, url: () => url }, name as CallName)
    : own === method && anUpload.test(new URL(url).pathname);
}

/** By which the server knows a call that is sent again. */
function keyOf({ headers }: Stopped['request']): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
}
