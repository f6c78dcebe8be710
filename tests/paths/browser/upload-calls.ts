// The uploads of a flow: the page announces a file at the real server and sends its bytes, of which a path says how far they go.
import { largestPiece } from '#api/contract/uploads.ts';
import type { Effect, JobProgress, Refusal } from '#engine/flow/flow.ts';
import { asksOffset, sendsPiece, type Answered, type EffectCalls } from './effect-calls.ts';

interface Server {
  /** Takes an upload away, as one does that has expired. */
  removeUpload(id: string): Promise<unknown>;
}

interface Run {
  id: string;
  /** Bytes. */
  size: number;
  /** Bytes that the page knows the server to have. */
  sent: number;
  /** The page announced it; the one before did otherwise. */
  made: unknown;
  /** The server has everything, and its answer is kept from the page. */
  last?: Answered | undefined;
}

/** Calls of a page that sends files: each waits until the path lets it go. */
export const callsOfUploads = ['removeUpload', asksOffset, sendsPiece];

export class UploadCalls {
  private readonly effects: Readonly<Record<string, Effect>>;
  private readonly calls: EffectCalls;
  private readonly server: Server;
  /** Uploads that the page is at, by effect. */
  private readonly runs = new Map<string, Run>();

  constructor(effects: Readonly<Record<string, Effect>>, calls: EffectCalls, server: Server) {
    this.effects = effects;
    this.calls = calls;
    this.server = server;
  }

  isUpload(effect: string): boolean {
    return this.effects[effect]?.kind === 'upload';
  }

  runOf(effect: string): string | undefined {
    return this.runs.get(effect)?.id;
  }

  /** The page goes on with an upload that was begun before it was loaded. */
  attach(effect: string, id: string, size: number): void {
    if (this.runs.get(effect)?.id !== id) this.runs.set(effect, { id, size, sent: 0, made: { id } });
  }

  /** What a page that was loaded again was at. */
  forget(): void {
    this.runs.clear();
  }

  /** As much is sent as the path says, in whole pieces; answers with what the page then shows. */
  async report(effect: string, size: number, wanted: JobProgress): Promise<{ run: string; progress: JobProgress }> {
    const run = await this.start(effect, size);
    const pieces = Math.ceil(run.size / largestPiece);
    const goal = Math.min(run.size, Math.round((pieces * wanted.done) / wanted.total) * largestPiece);
    if (run.last === undefined && run.sent < run.size && (await this.atPiece(run))) {
      while (run.sent < goal && run.sent + largestPiece < run.size) await this.sendPiece(run);
      if (goal === run.size) {
        run.last = await this.calls.letThere(sendsPiece);
        run.sent = run.size;
      }
    }
    const { id, sent: done } = run;
    const sending = { stage: 'send', stages: ['send'], rate: 0, secondsLeft: null, cancelRequested: false };
    return { run: id, progress: { ...sending, done, total: run.size } };
  }

  /** Everything is sent; answers with what the page then has. */
  async finish(effect: string, size: number): Promise<unknown> {
    const run = await this.start(effect, size);
    // A page that was paused meanwhile does not wait for it any more, and asks where the server stands.
    const heard = await run.last?.goOn().then(
      () => true,
      () => false,
    );
    if (heard !== true) {
      run.sent = 0;
      if (await this.atPiece(run)) while (run.sent < run.size) await this.sendPiece(run);
      else await run.last?.goOn();
    }
    this.runs.delete(effect);
    return run.made;
  }

  /** One request has no reply, and the page knows it. */
  async lose(effect: string, size: number, refusal: Refusal): Promise<void> {
    const run = await this.start(effect, size);
    await this.refuseBytes(run, refusal);
  }

  /** Ends the upload with a refusal: of the announcement, or of the bytes where these are on their way. */
  async refuse(effect: string, size: number, refusal: Refusal): Promise<void> {
    const isGone = refusal.code === 'upload_gone';
    if (!isGone && this.runs.get(effect) === undefined) return this.calls.refuse(effect, refusal);
    const run = await this.start(effect, size);
    this.runs.delete(effect);
    if (isGone) {
      await this.server.removeUpload(run.id);
      if (run.last !== undefined) await this.refuseLast(run, { ...refusal, code: 'not_found' });
      else await this.calls.letThrough(await this.calls.firstOf([asksOffset, sendsPiece]));
    } else await this.refuseBytes(run, refusal);
  }

  /** What the page has left is over: its announcement never comes, and the page removes what was announced. Answers with what is wrong. */
  async leaveOthers(waited: ReadonlySet<string>): Promise<string[]> {
    const wrong: string[] = [];
    for (const effect of Object.keys(this.effects)) {
      if (!this.isUpload(effect) || waited.has(effect)) continue;
      await this.calls.drop(effect);
      if (this.runs.delete(effect)) {
        const { ok, status } = await this.calls.letThrough('removeUpload');
        if (!ok) wrong.push(`${effect} was left, and the server answered its removal with ${status}`);
      }
    }
    return wrong;
  }

  /** Lets the announcement through to the server, unless it has been. */
  private async start(effect: string, size: number): Promise<Run> {
    const known = this.runs.get(effect);
    if (known !== undefined) return known;
    const { ok, status, reply } = await this.calls.letThrough(effect);
    if (!ok) throw new Error(`the server answered ${effect} with ${status} ${JSON.stringify(reply)}`);
    const run = { id: String(reply?.['id']), size, sent: 0, made: reply };
    this.runs.set(effect, run);
    return run;
  }

  /** Waits until the page sends a piece: where the server stands it asks first. `false` where the server has everything: the page does not know it yet. */
  private async atPiece(run: Run): Promise<boolean> {
    run.last = undefined;
    while ((await this.calls.firstOf([asksOffset, sendsPiece])) === asksOffset) {
      const answered = await this.calls.letThere(asksOffset);
      this.note(run, answered);
      if (run.sent === run.size) {
        run.last = answered;
        return false;
      }
      await answered.goOn();
    }
    return true;
  }

  private async sendPiece(run: Run): Promise<void> {
    this.note(run, await this.calls.letThrough(sendsPiece));
    if (run.sent < run.size) await this.atPiece(run);
  }

  private note(run: Run, { ok, status, reply, header }: Omit<Answered, 'goOn' | 'refuse'>): void {
    if (!ok) throw new Error(`the server answered the bytes of an upload with ${status} ${JSON.stringify(reply)}`);
    run.sent = Number(header('upload-offset'));
    run.last = undefined;
  }

  private async refuseBytes(run: Run, refusal: Refusal): Promise<void> {
    if (run.last === undefined && (await this.atPiece(run))) await this.calls.refuse(sendsPiece, refusal);
    else await this.refuseLast(run, refusal);
  }

  private async refuseLast(run: Run, refusal: Refusal): Promise<void> {
    const { last } = run;
    run.last = undefined;
    run.sent = 0;
    await last?.refuse(refusal);
  }
}
