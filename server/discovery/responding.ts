import { sql, type SQL } from 'drizzle-orm';

/** Whether an item of a discovery responded: to a ping, at a TCP port or by SNMP. Also an address that is a device already. `data`: the item's. */
export const responds = (
  data: SQL,
): SQL => sql`(${data} ->> 'pingMS' is not null or ${data} ->> 'snmpCredentialId' is not null
  or jsonb_array_length(case jsonb_typeof(${data} -> 'ports') when 'array' then ${data} -> 'ports' else '[]' end) > 0)`;
