import { Type } from 'typebox';
import { Text } from '../shapes.ts';
import { SealedPair } from './sealed-pair.ts';

/** A request and its answer (F08-15). */
export const http = {
  type: Type.Literal('HTTP'),
  fields: {
    httpHostname: Type.Optional(Text(2000)),
    methodType: Type.Optional(Text(10)),
    authenticationType: Type.Optional(Text(10)),
    httpUsername: Type.Optional(Text()),
    saveResponseBody: Type.Optional(Type.Boolean()),
    saveCertificateInformation: Type.Optional(Type.Boolean()),
    requestHeaders: Type.Optional(Type.Array(SealedPair, { maxItems: 100 })),
    requestBodyType: Type.Optional(Text(10)),
    requestBodyForm: Type.Optional(Type.Array(SealedPair, { maxItems: 100 })),
    /** Left out, it is the stored one; only who may edit the monitor reads it. */
    requestBodyRaw: Type.Optional(Text(65_536)),
  },
  secrets: {
    httpPassword: Type.Optional(Text()),
  },
  conditions: [
    Type.Literal('HttpWebsiteFailed'),
    Type.Literal('HttpResponseTime'),
    Type.Literal('HttpCode'),
    Type.Literal('HttpSiteKeyword'),
    Type.Literal('SSLCertificateExpiration'),
  ],
  parameters: {
    /** Codes and ranges: `404, 500-599`. */
    httpStatusCode: Type.Optional(Text(1000)),
    daysUntilSSLCertificateExpiration: Type.Optional(Type.Integer()),
  },
} as const;
