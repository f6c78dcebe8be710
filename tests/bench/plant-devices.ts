import { sql } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';

/** Devices of 200 organizations with names, addresses and systems as agents and discoveries report them. */
export async function plantDevices(db: Database, devices: number): Promise<void> {
  await db.execute(sql`insert into organization (name) select 'Organization ' || n from generate_series(1, 200) n`);
  await db.execute(sql`
    insert into location (organization_id, name, position)
    select o.id, l.name, l.position from organization o,
      (values ('Main office', 0), ('Warehouse', 1), ('Branch', 2)) l(name, position)`);
  await db.execute(sql`
    insert into node (name, system_name, friendly_name, node_class, node_type, organization_id, location_id, is_up, is_down,
      is_server, ip_addresses, mac_addresses, bios_serial_number, last_logged_in_user, public_ip, details, last_seen_at)
    select case when n % 3 = 0 then 'ws-' else 'srv-' end || left(md5(n::text), 6) || '-' || n, 'host' || n || '.example',
      case when n % 10 = 0 then 'Reception ' || n else '' end,
      (array['WINDOWS_WORKSTATION', 'LINUX_SERVER', 'WINDOWS_SERVER', 'NMS_SWITCH'])[1 + n % 4],
      case when n % 4 = 3 then 'NMS_DEVICE' else 'AGENT_DEVICE' end, l.organization_id, l.id, n % 7 <> 0, n % 7 = 0, n % 4 in (1, 2),
      array['10.' || n / 65536 || '.' || (n / 256) % 256 || '.' || n % 256], array['02:00:00:' || lpad(to_hex(n % 16777216), 6, '0')],
      'SN' || n, 'user' || n % 5000, '203.0.113.' || n % 256,
      jsonb_build_object('osName', (array['Windows 11 Pro', 'Ubuntu 24.04 LTS', 'Windows Server 2022', ''])[1 + n % 4]),
      now() - n * interval '1 second'
    from generate_series(1, ${devices}::int) n
    join (select *, row_number() over (order by id) - 1 as place, count(*) over () as all_of from location) l on l.place = n % l.all_of`);
  await db.execute(sql`vacuum analyze`);
}
