/** Holds calls that need the user to act first; they are then retried or cancelled. */
export interface WaitingRoom<Why> {
  /** Registers the prompt; without one, calls do not wait. Returns the function that unregisters it. */
  attend(ask: (why: Why) => void): () => void;
  /** Resolves with true to retry the call, or with false to fail it. */
  wait(why: Why): Promise<boolean>;
  /** How often waiting calls were released. A refusal of a call sent under an earlier count is outdated. */
  readonly turn: number;
  letAllGo(goOn: boolean): void;
}

export function waitingRoom<Why>(): WaitingRoom<Why> {
  let ask: ((why: Why) => void) | undefined;
  let waiting: ((goOn: boolean) => void)[] = [];
  let turn = 0;
  return {
    attend(listener) {
      ask = listener;
      return () => {
        if (ask === listener) ask = undefined;
      };
    },
    wait(why) {
      if (!ask) return Promise.resolve(false);
      const asked = new Promise<boolean>((resolve) => waiting.push(resolve));
      ask(why);
      return asked;
    },
    get turn() {
      return turn;
    },
    letAllGo(goOn) {
      if (goOn) turn += 1;
      const leaving = waiting;
      waiting = [];
      for (const leave of leaving) leave(goOn);
    },
  };
}
