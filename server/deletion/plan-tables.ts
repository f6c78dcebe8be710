import { sql, type SQL } from 'drizzle-orm';
import type { planKinds } from '#api/contract/deletion.ts';
import { isStandingUser } from '../access/visibility.ts';
import { nodesOf, type Scope } from './scope.ts';

export type PlanKind = (typeof planKinds)[number];

interface Counted {
  /** The tables whose rows it counts. */
  tables: readonly string[];
  /** Rows `id`, `name` of what goes, the name empty where it has none; undefined where nothing of this scope has it. */
  rows(scope: Scope): SQL | undefined;
  /** Only who may see devices reads the names. */
  ofNodes?: true;
}

const inNodes = (scope: Scope, column: string): SQL =>
  sql`${sql.raw(column)} in (select n.id from node n where ${nodesOf(scope)})`;
const nodes = (more: SQL) => (scope: Scope) =>
  sql`select n.id, coalesce(nullif(n.friendly_name, ''), n.name) as name from node n where ${nodesOf(scope)} and ${more}`;
const isMonitor = sql`exists (select 1 from cloud_monitor m where m.node_id = n.id)`;
const ofOrganization = (rows: (id: number) => SQL) => (scope: Scope) =>
  'organizationId' in scope ? rows(scope.organizationId) : undefined;
const ofUser = (rows: (id: number) => SQL) => (scope: Scope) => ('userId' in scope ? rows(scope.userId) : undefined);
const ofPolicy = (rows: (id: number) => SQL) => (scope: Scope) =>
  'policyId' in scope ? rows(scope.policyId) : undefined;
const ofOrganizationOrPolicy =
  (organization: (id: number) => SQL, policy: (id: number) => SQL) =>
  (scope: Scope): SQL | undefined =>
    ofOrganization(organization)(scope) ?? ofPolicy(policy)(scope);

/** What a plan counts and names. */
export const counted: Readonly<Record<PlanKind, Counted>> = {
  locations: {
    tables: ['location'],
    rows: ofOrganization((id) => sql`select id, name from location where organization_id = ${id}`),
  },
  devices: {
    tables: ['node'],
    rows: nodes(
      sql`not ${isMonitor} and not exists (select 1 from vm_host h where h.node_id = n.id) and not exists (select 1 from vm_guest g where g.node_id = n.id)`,
    ),
    ofNodes: true,
  },
  vmHosts: {
    tables: ['vm_host'],
    rows: nodes(sql`exists (select 1 from vm_host h where h.node_id = n.id)`),
    ofNodes: true,
  },
  vmGuests: {
    tables: ['vm_guest'],
    rows: nodes(sql`exists (select 1 from vm_guest g where g.node_id = n.id)`),
    ofNodes: true,
  },
  monitors: { tables: ['cloud_monitor'], rows: nodes(isMonitor), ofNodes: true },
  alerts: {
    tables: ['alert'],
    rows: (scope) =>
      sql`select id, condition_name as name from alert where reset_at is null and ${inNodes(scope, 'monitor_id')}`,
    ofNodes: true,
  },
  credentials: {
    tables: ['credential'],
    rows: ofOrganization((id) => sql`select id, name from credential where organization_id = ${id}`),
  },
  maintenance: {
    tables: ['maintenance_window'],
    rows: (scope) => sql`select w.id, m.name from maintenance_window w join node m on m.id = w.node_id
      where (w.ends_at is null or w.ends_at > now()) and ${inNodes(scope, 'w.node_id')}`,
    ofNodes: true,
  },
  statusPages: {
    tables: ['status_page_monitor'],
    rows: (scope) => sql`select s.monitor_id as id, p.title || ': ' || s.name as name
      from status_page_monitor s join status_page p on p.id = s.page_id where ${inNodes(scope, 's.monitor_id')}`,
    ofNodes: true,
  },
  directoryJobs: {
    tables: ['directory_job'],
    rows: ofOrganization((id) => sql`select id, name from directory_job where organization_id = ${id}`),
    ofNodes: true,
  },
  directoryDevices: {
    tables: ['directory_device'],
    rows: ofOrganization((id) => sql`select id, name from directory_device where organization_id = ${id}`),
    ofNodes: true,
  },
  networkScans: {
    tables: ['network_scan'],
    rows: ofOrganization((id) => sql`select id, name from network_scan where organization_id = ${id}`),
    ofNodes: true,
  },
  enrollments: {
    tables: ['agent_enrollment'],
    rows: ofOrganization(
      (id) => sql`select e.id, l.name from agent_enrollment e join location l on l.id = e.location_id
        where e.organization_id = ${id} and e.expires_at > now() and e.used < e.uses`,
    ),
    ofNodes: true,
  },
  grants: {
    // No foreign key: the id of a grant is that of an organization for some permissions.
    tables: ['user_grant'],
    rows: ofOrganizationOrPolicy(
      (id) => sql`select u.id, trim(u.first_name || ' ' || u.last_name) as name from app_user u
        where ${isStandingUser('u')} and exists (select 1 from user_grant g where g.user_id = u.id and ${grantsOf(id)})`,
      (id) => sql`select u.id, trim(u.first_name || ' ' || u.last_name) as name from app_user u
        where ${isStandingUser('u')} and exists (select 1 from user_grant g where g.user_id = u.id and ${policyGrantsOf(id)})`,
    ),
  },
  permissions: {
    tables: ['user_grant'],
    rows: ofUser((id) => sql`select id, '' as name from user_grant where user_id = ${id}`),
  },
  sessions: {
    tables: ['session'],
    rows: ofUser((id) => sql`select id, ip as name from session where user_id = ${id} and expires_at > now()`),
  },
  apiKeys: {
    tables: ['api_key'],
    rows: ofUser((id) => sql`select id, name from api_key where user_id = ${id}`),
  },
  secondFactors: {
    tables: ['security_key'],
    rows: ofUser(
      (id) => sql`select id, name from security_key where user_id = ${id}
        union all select 0, 'Authenticator app' from app_user where id = ${id} and totp_enabled_at is not null
        union all select -1, 'Text messages' from app_user where id = ${id} and text_phone is not null`,
    ),
  },
  drafts: {
    tables: ['draft'],
    rows: ofUser(
      (id) =>
        sql`select id::text, title as name from draft where user_id = ${id} and removed_at is null and expires_at > now()`,
    ),
  },
  automations: {
    tables: ['policy_automation'],
    rows: ofPolicy((id) => sql`select id, script_name as name from policy_automation where policy_id = ${id}`),
  },
};

/** The permissions for an organization, over `user_grant` as `g`. */
export const grantsOf = (organizationId: number | SQL): SQL =>
  sql`g.entity_id = ${organizationId} and g.permission ~ '^(ORGANIZATION|NODE):'`;

/** The permissions for a policy, over `user_grant` as `g`. */
export const policyGrantsOf = (policyId: number | SQL): SQL =>
  sql`g.entity_id = ${policyId} and g.permission ~ '^POLICY:'`;

/** Tables that reach an organization by foreign keys and that no plan counts, each with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  agent: 'Part of a device.',
  agent_command: 'History of a device.',
  alert_defaults: 'A setting of the organization.',
  alert_event: 'History of an alert.',
  alert_follow_up: 'Part of an alert.',
  device_arp: 'Part of a device.',
  device_forwarding: 'Part of a device.',
  device_inventory: 'Part of a device.',
  device_interface: 'Part of a device.',
  device_neighbor: 'Part of a device.',
  device_poll: 'Part of a device.',
  device_port: 'Part of a device.',
  backup_job: 'Part of a device.',
  managed_folder: 'Part of a device.',
  desired_state: 'Part of a device.',
  device_service: 'Part of a device.',
  device_service_list: 'Part of a device.',
  directory_settings: 'A setting of the organization.',
  maintenance_recurrence: 'Its next window is counted.',
  maintenance_suppressed: 'History of a device.',
  monitor_condition: 'Part of a monitor or a device.',
  monitor_state: 'Part of a monitor.',
  network_scan_host: 'Part of a network scan.',
  network_scan_run: 'History of a network scan.',
  notification_delivery: 'The log of a channel is kept.',
  performance_rollup: 'History of a device.',
  performance_sample: 'History of a device.',
  performance_series: 'Part of a device.',
  policy_assignment: 'A setting of the organization; the policy itself stays.',
  device_override: 'Settings of a device.',
  device_patch_settings: 'Part of a device.',
  policy_automation_target: 'An automation goes on for its other devices.',
  run: 'Runs are kept for a week, without their organization.',
  run_item: 'Part of a run.',
  scheduled_task_target: 'A task goes on for its other devices.',
  script_run_device: 'History of a device.',
};

/** Tables that refer to a user and that no plan counts, each with the reason. */
export const leftOutOfUsers: Readonly<Record<string, string>> = {
  agent_enrollment: 'A token stays, without who made it.',
  attachment: 'A file of the library stays, without who uploaded it.',
  console_words: 'Published words stay, without who published them.',
  directory_job: 'A warning names those that stop.',
  editor: 'Who has a page open; their sessions end.',
  flow_recording: 'How the user stepped through flows, which testers see without a name.',
  invitation: 'Part of a user.',
  kept_path: 'A path stays, without who kept it.',
  mfa_challenge: 'Part of a session.',
  monitor_import: 'An uploaded file that nobody else sees.',
  mutant_report: 'A report stays, without who started it.',
  network_scan: 'A warning names those that stop.',
  path_assertion: 'An assertion stays, without who added it.',
  path_run: 'A run of generated paths stays, without who started it.',
  recent_search: 'Part of a user.',
  recovery_code: 'Part of the second factors.',
  run: 'Runs are kept for a week.',
  scheduled_screen: 'The text stays, without its author, and is not published.',
  scheduled_task: 'A warning names those that wait.',
  screen_edit: 'A change to a screen that nobody else sees.',
  screen_version: 'A published screen stays, without who published it.',
  script: 'A script stays, without its author.',
  script_run: 'History of devices.',
  script_version: 'A script stays, without its author.',
  sent_text: 'Text messages of the last day, for their limits.',
  text_code: 'Part of the second factors.',
  upload: 'An unfinished upload that nobody else sees.',
};

/** Tables that refer to a policy and that no plan counts, each with the reason. */
export const leftOutOfPolicies: Readonly<Record<string, string>> = {
  policy: 'A policy that others inherit from stays.',
  policy_assignment: 'A policy that is assigned stays.',
  script_run: 'History of devices.',
};
