CREATE INDEX "audit_kind" ON "audit" USING btree ("entity_type","id");--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor_user_id","id");