export interface Item<Data> {
  /** The same for the same thing: reported again, it replaces the item. */
  key: string;
  data: Data;
}

export interface Step<Stage extends string> {
  stage: Stage;
  done: number;
  /** 0 while it is unknown. */
  total: number;
}

/** Says how far the work is and what it found. Inside a transaction both commit with it. */
export interface Report<Stage extends string, Data> {
  progress(step: Step<Stage>): void;
  found(items: readonly Item<Data>[]): void;
}
