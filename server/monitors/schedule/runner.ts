import { steadyNow } from '../../clock/steady.ts';
import { DueQueue } from './due-queue.ts';

/** Time as the runner sees it, so that a test may turn it. `now` in milliseconds, and never set back or forth. */
export interface Clock {
  now(): number;
  /** Runs the work once after so many milliseconds; calling what it returns takes it back. */
  after(milliseconds: number, work: () => void): () => void;
}

const realClock: Clock = {
  now: steadyNow,
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
};

export interface RunnerOptions {
  clock?: Clock;
  /** How many runs may be under way at once. */
  limit: number;
  /** One run; must not reject. `due` is when it should have begun. */
  run(id: number, due: number): Promise<void>;
  /** When an id that has just run is due again; undefined once it is to run no more. */
  nextDue(id: number, now: number): number | undefined;
}

/** The longest sleep: timers take no more than 24 days. */
const longestSleep = 3_600_000;

/** Runs ids when they are due: bounded in number, and never two runs of one id at a time. */
export class Runner {
  private readonly queue = new DueQueue();
  private readonly running = new Map<number, Promise<void>>();
  private readonly again = new Set<number>();
  private readonly clock: Clock;
  private cancelSleep: (() => void) | undefined;
  private wakesAt = Infinity;
  private stopped = false;

  constructor(private readonly options: RunnerOptions) {
    this.clock = options.clock ?? realClock;
  }

  get active(): number {
    return this.running.size;
  }

  get scheduled(): number {
    return this.queue.size;
  }

  /** Due at this time, and at no other. While the id is running, `at` in the past means: once more when it has ended. */
  schedule(id: number, at: number): void {
    if (this.stopped) return;
    if (this.running.has(id)) {
      if (at <= this.clock.now()) this.again.add(id);
      return;
    }
    this.queue.schedule(id, at);
    this.sleep();
  }

  /** Not due any more. A run that is under way goes on. */
  remove(id: number): void {
    this.queue.remove(id);
    this.again.delete(id);
  }

  /** Resolves once none of these ids is running. */
  async ended(ids: Iterable<number>): Promise<void> {
    await Promise.all([...ids].map((id) => this.running.get(id)));
  }

  /** Begins no further run and resolves when those under way have ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.cancelSleep?.();
    await Promise.all(this.running.values());
  }

  private pump(): void {
    this.wakesAt = Infinity;
    while (!this.stopped && this.running.size < this.options.limit) {
      const due = this.queue.takeDue(this.clock.now());
      if (!due) break;
      const run = this.options.run(due.id, due.at).finally(() => this.end(due.id));
      this.running.set(due.id, run);
    }
    this.sleep();
  }

  private end(id: number): void {
    this.running.delete(id);
    if (this.stopped) return;
    const now = this.clock.now();
    const at = this.options.nextDue(id, now);
    if (at !== undefined) this.queue.schedule(id, this.again.has(id) ? now : at);
    this.again.delete(id);
    this.sleep();
  }

  private sleep(): void {
    const next = this.queue.next;
    // At the limit, the end of a run wakes the runner.
    if (this.stopped || next === undefined || this.running.size >= this.options.limit) return;
    const now = this.clock.now();
    const at = Math.min(next, now + longestSleep);
    if (at >= this.wakesAt && this.wakesAt > now) return;
    this.cancelSleep?.();
    this.wakesAt = at;
    this.cancelSleep = this.clock.after(Math.max(0, at - now), () => this.pump());
  }
}
