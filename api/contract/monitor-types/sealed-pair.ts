import { Type } from 'typebox';
import { Closed, Text } from '../shapes.ts';

/** A value that is left out is the stored one of this name; only who may edit the monitor reads values. */
export const SealedPair = Closed({ name: Text(1024), value: Type.Optional(Text(8192)) });
