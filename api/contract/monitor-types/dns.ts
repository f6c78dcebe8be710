import { Type } from 'typebox';
import { Text } from '../shapes.ts';

/** A name, `hostname`, that is looked up (F08-12). */
export const dns = {
  type: Type.Literal('DNS'),
  fields: {
    /** Host, or host:port; without it the server's own resolvers are asked. */
    dnsServer: Type.Optional(Text(300)),
  },
  secrets: {},
  conditions: [
    Type.Literal('DnsTimeOut'),
    Type.Literal('DnsResolve'),
    Type.Literal('DnsRecordType'),
    Type.Literal('WhoisExpiration'),
  ],
  parameters: {
    dnsRecordType: Type.Optional(Text(10)),
    daysUntilWhoisExpiration: Type.Optional(Type.Integer()),
  },
} as const;
