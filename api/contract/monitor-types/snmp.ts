import { Type } from 'typebox';
import { Text } from '../shapes.ts';

/** One value that the SNMP agent of `hostname` is asked for. */
export const snmp = {
  type: Type.Literal('SNMP'),
  fields: {
    /** 161 unless given. */
    snmpPort: Type.Optional(Type.Integer()),
    /** V1, V2C or V3. */
    snmpVersion: Type.Optional(Text(5)),
    snmpOid: Type.Optional(Text(300)),
    /** How often an unanswered request is sent again, within the time-out of the check. */
    snmpRetries: Type.Optional(Type.Integer()),
    snmpUsername: Type.Optional(Text()),
    /** NO_AUTH, AUTH or AUTH_PRIV. */
    snmpSecurity: Type.Optional(Text(20)),
    /** MD5, SHA, SHA224, SHA256, SHA384 or SHA512. */
    snmpAuthProtocol: Type.Optional(Text(10)),
    /** DES, AES, AES256B (Blumenthal) or AES256R (Reeder). */
    snmpPrivProtocol: Type.Optional(Text(10)),
  },
  secrets: {
    snmpCommunity: Type.Optional(Text()),
    snmpAuthKey: Type.Optional(Text()),
    snmpPrivKey: Type.Optional(Text()),
  },
  conditions: [Type.Literal('SnmpFailed'), Type.Literal('SnmpText'), Type.Literal('SnmpNumber')],
  parameters: {
    /** EQUALS, DIFFERS, CONTAINS or NOT_CONTAINS. */
    snmpMatch: Type.Optional(Text(20)),
    snmpText: Type.Optional(Text(1000)),
    /** ABOVE or BELOW. */
    snmpBound: Type.Optional(Text(10)),
    snmpNumber: Type.Optional(Type.Integer()),
  },
} as const;
