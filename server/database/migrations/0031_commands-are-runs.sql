ALTER TABLE "agent_command_item" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "agent_command_item" CASCADE;--> statement-breakpoint
DROP INDEX "run_once";--> statement-breakpoint
-- A command lasts for minutes at most; those of before have no run.
DELETE FROM "agent_command";--> statement-breakpoint
ALTER TABLE "agent_command" ADD CONSTRAINT "agent_command_id_run_id_fk" FOREIGN KEY ("id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "run_once" ON "run" USING btree ("user_id","kind","subject") WHERE "run"."state" in ('queued', 'running') and "run"."subject" <> '' and "run"."input" is not null;--> statement-breakpoint
ALTER TABLE "agent_command" DROP COLUMN "progress";--> statement-breakpoint
ALTER TABLE "agent_command" DROP COLUMN "result";