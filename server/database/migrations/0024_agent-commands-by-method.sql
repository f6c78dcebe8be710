CREATE TABLE "agent_command_item" (
	"command_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "agent_command_item_number" PRIMARY KEY("command_id","number")
);
--> statement-breakpoint
ALTER TABLE "agent_command" ADD COLUMN "progress" jsonb;--> statement-breakpoint
ALTER TABLE "agent_command" ADD COLUMN "reported" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_command" ADD COLUMN "item_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_command" ADD COLUMN "result" jsonb;--> statement-breakpoint
ALTER TABLE "agent_command" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agent_command" ADD COLUMN "cancel_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agent_command_item" ADD CONSTRAINT "agent_command_item_command_id_agent_command_id_fk" FOREIGN KEY ("command_id") REFERENCES "public"."agent_command"("id") ON DELETE cascade ON UPDATE no action;