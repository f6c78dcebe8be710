import { Type } from 'typebox';
import { Text } from '../shapes.ts';

/** TCP ports of `hostname` (F08-13). */
export const portScan = {
  type: Type.Literal('PORT_SCAN'),
  fields: {
    /** `22, 80, 8000-8010`. */
    ports: Type.Optional(Text(1000)),
  },
  secrets: {},
  conditions: [Type.Literal('PortState'), Type.Literal('PortResponse')],
  parameters: {
    port: Type.Optional(Type.Integer()),
    portState: Type.Optional(Text(10)),
  },
} as const;
