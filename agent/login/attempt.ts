export interface Login {
  username: string;
  password: string;
}

/** `undecided`: the device answers and tells neither. */
export type LoginAttempt = 'accepted' | 'refused' | 'undecided' | 'unreachable';
