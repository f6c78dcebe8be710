ALTER TABLE "division" ADD COLUMN "allow_own_addresses" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "division" ADD COLUMN "monitor_networks" text DEFAULT '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7' NOT NULL;--> statement-breakpoint
ALTER TABLE "division" ADD COLUMN "delivery_networks" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "division" ADD COLUMN "outbound_notice" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- One switch for everything private becomes two allowlists and a switch for this server's own addresses (decision 013).
-- What an installation watches and tells goes on: it keeps the private networks, with 100.64.0.0/10 (VPNs, carriers), where it
-- had them; the allowlist of webhooks and channels only where there are any; its own addresses only where something names them.
UPDATE "division" SET
  "monitor_networks" = CASE WHEN "allow_private_targets"
    THEN '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, fc00::/7' ELSE '' END,
  "delivery_networks" = CASE WHEN "allow_private_targets"
      AND (EXISTS (SELECT FROM "webhook") OR EXISTS (SELECT FROM "notification_channel" WHERE "channel_type" = 'WEBHOOK'))
    THEN '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, fc00::/7' ELSE '' END,
  "allow_own_addresses" = "allow_private_targets" AND EXISTS (
    SELECT FROM (
      SELECT "config"::text AS "target" FROM "cloud_monitor"
      UNION ALL SELECT "url" FROM "webhook"
      UNION ALL SELECT "url" FROM "notification_channel"
    ) AS "targets"
    WHERE "target" ~* '(localhost|(^|[^0-9.])127\.[0-9]+\.[0-9]+\.[0-9]+|(^|[^0-9a-f:])::1($|[^0-9a-f:]))'
  ),
  "outbound_notice" = true;
