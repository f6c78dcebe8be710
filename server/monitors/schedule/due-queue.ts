/** Which id is due when: a binary heap. Scheduling an id again moves it; times are milliseconds of one clock. */
export class DueQueue {
  private readonly ids: number[] = [];
  private readonly times: number[] = [];
  private readonly places = new Map<number, number>();

  get size(): number {
    return this.ids.length;
  }

  /** The earliest time, undefined when nothing is scheduled. */
  get next(): number | undefined {
    return this.times[0];
  }

  schedule(id: number, at: number): void {
    this.remove(id);
    this.ids.push(id);
    this.times.push(at);
    this.places.set(id, this.ids.length - 1);
    this.rise(this.ids.length - 1);
  }

  remove(id: number): void {
    const place = this.places.get(id);
    if (place === undefined) return;
    const last = this.ids.length - 1;
    this.swap(place, last);
    this.ids.pop();
    this.times.pop();
    this.places.delete(id);
    if (place < last) {
      this.rise(place);
      this.sink(place);
    }
  }

  /** The earliest id that is due by `now`, taken off; undefined when none is. */
  takeDue(now: number): { id: number; at: number } | undefined {
    const id = this.ids[0];
    const at = this.times[0];
    if (id === undefined || at === undefined || at > now) return undefined;
    this.remove(id);
    return { id, at };
  }

  private time(place: number): number {
    return this.times[place] ?? Infinity;
  }

  private rise(start: number): void {
    for (let place = start; place > 0;) {
      const parent = (place - 1) >> 1;
      if (this.time(parent) <= this.time(place)) return;
      this.swap(place, parent);
      place = parent;
    }
  }

  private sink(start: number): void {
    for (let place = start; ;) {
      const left = 2 * place + 1;
      const least = this.time(left + 1) < this.time(left) ? left + 1 : left;
      if (this.time(least) >= this.time(place)) return;
      this.swap(place, least);
      place = least;
    }
  }

  private swap(a: number, b: number): void {
    const idA = this.ids[a];
    const idB = this.ids[b];
    const timeA = this.times[a];
    const timeB = this.times[b];
    if (a === b || idA === undefined || idB === undefined || timeA === undefined || timeB === undefined) return;
    this.ids[a] = idB;
    this.ids[b] = idA;
    this.times[a] = timeB;
    this.times[b] = timeA;
    this.places.set(idB, a);
    this.places.set(idA, b);
  }
}
