/** Faults that nobody can notice: what they change is never shown, kept, asked of the server or ended with. */
export const equivalentFaults: readonly { pattern: RegExp; why: string }[] = [
  {
    pattern: /^sign-in: drop action countAttempt of (verifying|confirming) xstate\.done\./,
    why: 'the flow ends with this reply, so no request follows that could have another key',
  },
  {
    pattern: /^sign-in: drop action forgetCode of verifying xstate\.error\.actor\.verify\[0\]$/,
    why: 'every way back to the password forgets the code as well, so there is none when a code is asked for',
  },
  {
    pattern:
      /^(?:organization: drop action countAttempt of adding xstate\.done\.|notification-channel: drop action countAttempt of adding xstate\.done\.actor\.add\[1\]|(?:status-page|user|webhook): drop action countAttempt of saving xstate\.done\.)/,
    why: 'the flow ends with this reply in a toast, so no request follows that could have another key',
  },
  {
    pattern: /^cloud-monitor: drop action fitConditions of editing\.conditions step\.submitted/,
    why: 'what is submitted there carries the type of Setup in a hidden field, so there is nothing to fit',
  },
  {
    pattern: /^cloud-monitor: drop action forgetRefusal of editing\.confirm step\.submitted/,
    why: 'leaving Confirm, by whatever way, forgets the refusal as well',
  },
];
