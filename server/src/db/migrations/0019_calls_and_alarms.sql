ALTER TABLE "outbox_lanes" ADD COLUMN "failing_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "users_c_portal" ON "users" USING btree ("c_portal_id") WHERE c_portal_id <> '';--> statement-breakpoint
CREATE INDEX "outbox_calls_newest" ON "outbox" USING btree ("created_at","id") WHERE kind in ('partner', 'logout');--> statement-breakpoint
CREATE INDEX "outbox_calls_open" ON "outbox" USING btree ("created_at","id") WHERE kind in ('partner', 'logout') and state <> 'done';--> statement-breakpoint
CREATE INDEX "outbox_application" ON "outbox" USING btree ("application_id") WHERE application_id is not null;