// By namespace, so that a page takes along what is used here and not the screens' parts.
import * as dns from './types/dns.json';
import * as email from './types/email.json';
import * as http from './types/http.json';
import * as ping from './types/ping.json';
import * as portScan from './types/port-scan.json';
import * as snmp from './types/snmp.json';

/** What is known of a type of monitor besides the screens that its document adds to. */
interface TypeDocument {
  choice: { title: string };
  /** The condition that a new monitor of the type begins with. */
  failure?: { type: string; conditionName: string };
  /** Its own answers of Setup, by name. */
  fields: readonly string[];
  /** What its own conditions are set by. */
  parameters: readonly string[];
}

/** Every type, in the order in which Setup offers them. */
export const monitorTypes = { PING: ping, DNS: dns, PORT_SCAN: portScan, HTTP: http, EMAIL: email, SNMP: snmp };

const documents: readonly (readonly [string, TypeDocument])[] = Object.entries(monitorTypes);

/** The title of each type. */
export const typeTitles = Object.fromEntries(documents.map(([type, { choice }]) => [type, choice.title])) as {
  readonly [T in keyof typeof monitorTypes]: string;
};
export const failures = new Map(documents.map(([type, { failure }]) => [type, failure]));
export const setupFields = documents.flatMap(([, { fields }]) => fields).map((field) => `/${field}`);
export const settingsFields = documents.flatMap(([, { parameters }]) => parameters).map((parameter) => `/${parameter}`);
