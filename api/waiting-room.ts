/** Calls that cannot go on before a person did something: they wait here and are sent again, or given up. */
export interface WaitingRoom<Why> {
  /** Registers who asks the person; without one, nobody waits. Answers how to unregister. */
  attend(ask: (why: Why) => void): () => void;
  /** True once the call may be sent again; false when it is to fail. */
  wait(why: Why): Promise<boolean>;
  /** How often calls were let go on. A call that was sent under an earlier count was refused for what has passed. */
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
