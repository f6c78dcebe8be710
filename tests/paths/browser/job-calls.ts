// The runs of a flow's jobs: the page starts them at the real server, and a real agent works on each until the path ends it.
import type { AgentMethod } from '#api/contract/agent-methods/registry.ts';
import type { Run } from '#api/contract/runs.ts';
import type { Effect, JobProgress, Refusal } from '#engine/flow/flow.ts';
import type { EffectCalls } from './effect-calls.ts';
import { until, type PathAgent } from './path-agent.ts';

/** How the agent does what a path says of a job. */
export interface JobOfPath {
  agent: PathAgent;
  method: AgentMethod;
  /** What it reports for the path's progress; that itself unless said here. `none`: it says nothing before its end. */
  progress?: 'none' | ((progress: JobProgress) => unknown);
  /** What it answers, where that is not the result of the run. */
  answer?: unknown;
  /** Whether a start attaches to a run that has not ended: one that is refused has ended before the path goes on. */
  once?: true;
  /** What it finds as soon as a run begins. */
  begins?(): readonly unknown[];
}

interface Server {
  /** Answers with the run as it stands. */
  readRun(id: string): Promise<Run>;
  cancelRun(id: string): Promise<unknown>;
}

/** Calls of a page that follows jobs: the first is held until the path lets it go, the second goes its way. */
export const cancelsRun = 'cancelRun';
export const readsRun = 'readRun';

export class JobCalls {
  private readonly effects: Readonly<Record<string, Effect>>;
  private readonly calls: EffectCalls;
  private readonly jobs: Readonly<Record<string, JobOfPath>>;
  private readonly server: Server;
  /** Runs that the page follows, by effect. */
  private readonly runs = new Map<string, string>();

  constructor(
    effects: Readonly<Record<string, Effect>>,
    calls: EffectCalls,
    jobs: Readonly<Record<string, JobOfPath>>,
    server: Server,
  ) {
    this.effects = effects;
    this.calls = calls;
    this.jobs = jobs;
    this.server = server;
  }

  isJob(effect: string): boolean {
    return this.effects[effect]?.kind === 'job';
  }

  runOf(effect: string): string | undefined {
    return this.runs.get(effect);
  }

  /** Lets the start through to the server, unless it has been; answers with the run. */
  async start(effect: string): Promise<Run> {
    const known = this.runs.get(effect);
    if (known !== undefined) return this.server.readRun(known);
    const { ok, status, reply } = await this.calls.letThrough(effect);
    if (!ok) throw new Error(`the server answered ${effect} with ${status} ${JSON.stringify(reply)}`);
    const { id } = reply as unknown as Run;
    this.runs.set(effect, id);
    const { agent, method, begins = () => [] } = this.job(effect);
    const task = await agent.task(method);
    const items = begins();
    for (const item of items) task.item(item);
    return until(`the server does not hear what ${effect} found`, async () => {
      const run = await this.server.readRun(id);
      return run.lastSeq >= items.length ? run : undefined;
    });
  }

  /** The agent reports how far it is; answers with the run once the server knows it. */
  async report(effect: string, progress: JobProgress): Promise<Run> {
    const { id } = await this.start(effect);
    const { agent, method, progress: told = ({ stage, done, total }) => ({ stage, done, total }) } = this.job(effect);
    const task = await agent.task(method);
    if (told !== 'none') task.progress(told(progress));
    this.calls.settle(readsRun);
    return until(`the server does not hear of ${effect} ${progress.stage} ${progress.done}`, async () => {
      const run = await this.server.readRun(id);
      return run.progress.stage === progress.stage && run.progress.done === progress.done ? run : undefined;
    });
  }

  /** The agent ends its work; answers with the run as it ended. */
  async finish(effect: string, reply: unknown): Promise<Run> {
    const { id } = await this.start(effect);
    const { agent, method, answer = reply } = this.job(effect);
    (await agent.task(method)).finish(answer);
    this.calls.settle(readsRun);
    return this.ended(effect, id);
  }

  /** The next reading of the run has no reply, and the page knows it. */
  async loseReading(effect: string, refusal: Refusal): Promise<Run> {
    const run = await this.start(effect);
    await this.calls.refuseNext(readsRun, refusal);
    return run;
  }

  /** Ends the job with a refusal; answers with it as the page is told. */
  async refuse(effect: string, refusal: Refusal): Promise<Refusal> {
    const isOfRun = refusal.code.startsWith('run_');
    if (!isOfRun && this.runs.get(effect) === undefined) {
      await this.calls.refuse(effect, refusal);
      return refusal;
    }
    const run = await this.start(effect);
    if (refusal.code === 'run_cancelled') return (await this.cancel(effect, run.id)).refusal ?? refusal;
    if (isOfRun) {
      const endedAt = new Date().toISOString();
      await this.calls.answerNext(readsRun, { ...run, state: 'interrupted', refusal, startedAt: endedAt, endedAt });
    } else {
      await this.calls.refuseNext(readsRun, refusal);
    }
    this.runs.delete(effect);
    await this.server.cancelRun(run.id);
    if (this.job(effect).once) await this.ended(effect, run.id);
    return refusal;
  }

  /**
   * What the page has left is over: its start never comes, and the page cancels its run unless the flow lets it continue. Answers with what
   * is wrong. `waited`: the effects that the machine waits for.
   */
  async leaveOthers(waited: ReadonlySet<string>): Promise<string[]> {
    const wrong: string[] = [];
    // Of a run that has ended meanwhile.
    if (this.runs.size === 0) await this.calls.release(cancelsRun);
    for (const effect of Object.keys(this.effects)) {
      if (!this.isJob(effect) || waited.has(effect)) continue;
      await this.calls.drop(effect);
      const run = this.runs.get(effect);
      if (run === undefined) continue;
      if (this.effects[effect]?.whenLeft === 'continue') {
        this.runs.delete(effect);
        continue;
      }
      const { state } = await this.cancel(effect, run, true);
      if (state !== 'cancelled') wrong.push(`${effect} was left and its run is ${state}, not cancelled`);
    }
    return wrong;
  }

  /** What the path does not come to the end of. */
  async giveUp(): Promise<void> {
    for (const run of this.runs.values()) await this.server.cancelRun(run).catch(() => undefined);
    this.runs.clear();
  }

  /** `byPage`: the page has to ask for it; otherwise it is asked for here where the page has not. */
  private async cancel(effect: string, run: string, byPage = false): Promise<Run> {
    if (byPage || this.calls.count(cancelsRun) > 0) {
      const { ok, status } = await this.calls.letThrough(cancelsRun);
      if (!ok) throw new Error(`the server answered ${cancelsRun} of ${effect} with ${status}`);
    } else {
      await this.server.cancelRun(run);
    }
    return this.ended(effect, run);
  }

  private async ended(effect: string, id: string): Promise<Run> {
    const run = await until(`the run of ${effect} does not end`, async () => {
      const latest = await this.server.readRun(id);
      return latest.endedAt === null ? undefined : latest;
    });
    this.runs.delete(effect);
    return run;
  }

  private job(effect: string): JobOfPath {
    const job = this.jobs[effect];
    if (job === undefined) throw new Error(`the case says no agent that does ${effect}`);
    return job;
  }
}
