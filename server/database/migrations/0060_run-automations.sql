DROP INDEX "attachment_script";--> statement-breakpoint
ALTER TABLE "attachment" ADD COLUMN "role" text DEFAULT 'RUNNABLE' NOT NULL;--> statement-breakpoint
ALTER TABLE "attachment" ADD COLUMN "chosen" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "script" ADD COLUMN "pre_execution_script" integer;--> statement-breakpoint
ALTER TABLE "script" ADD COLUMN "post_execution_script" integer;--> statement-breakpoint
ALTER TABLE "script" ADD CONSTRAINT "script_pre_execution_script_script_id_fk" FOREIGN KEY ("pre_execution_script") REFERENCES "public"."script"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script" ADD CONSTRAINT "script_post_execution_script_script_id_fk" FOREIGN KEY ("post_execution_script") REFERENCES "public"."script"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "attachment_runnable" ON "attachment" USING btree ("script_id") WHERE "attachment"."role" = 'RUNNABLE';--> statement-breakpoint
CREATE INDEX "attachment_script" ON "attachment" USING btree ("script_id");