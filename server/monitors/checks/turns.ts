/** Lets so many pieces of work run at once; the others wait in line. */
export class Turns {
  private busy = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.busy >= this.most) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.busy += 1;
    try {
      return await work();
    } finally {
      // The turn goes on to who waits, so that nobody overtakes them.
      const next = this.waiting.shift();
      if (next) next();
      else this.busy -= 1;
    }
  }
}
