import { deepestJson } from '#api/contract/json-bounds.ts';

/** Maximum members of one object. */
const mostMembers = 1000;
/** Maximum members of all objects together: each distinct name costs the parser far more than a value. */
const mostNames = 30_000;
const mostValues = 250_000;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openingList = 0x5b;
const closingList = 0x5d;
const openingObject = 0x7b;
const closingObject = 0x7d;

/**
 * Scans JSON bytes for input that would block the parser and describes the problem; one pass without allocation. Invalid JSON is left
 * to the parser.
 */
export function findTooMuchText(json: Uint8Array): string | undefined {
  /** Names so far in each open object; 0 for a list. */
  const names: number[] = [];
  let allNames = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case quote:
        at = endOfString(json, at);
        break;
      case openingList:
      case openingObject:
        names.push(0);
        values += 1;
        if (names.length > deepestJson) return `Must not be nested deeper than ${deepestJson} levels`;
        break;
      case closingList:
      case closingObject:
        names.pop();
        break;
      case colon: {
        const count = (names.pop() ?? 0) + 1;
        names.push(count);
        allNames += 1;
        if (count > mostMembers) return `At most ${mostMembers} fields allowed`;
        if (allNames > mostNames) return 'Holds too many fields';
        break;
      }
      case comma:
        values += 1;
        if (values > mostValues) return 'Holds too many values';
        break;
    }
  }
  return undefined;
}

/** Position of the closing quote of the string whose opening quote is at `from`. */
function endOfString(json: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}
