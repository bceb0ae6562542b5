CREATE TABLE "activity_counts" (
	"span" text NOT NULL,
	"event" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"application_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "activity_counts_span_event_starts_at_application_id_pk" PRIMARY KEY("span","event","starts_at","application_id")
);
--> statement-breakpoint
CREATE TABLE "activity_progress" (
	"id" smallint PRIMARY KEY NOT NULL,
	"earlier_than" bigint
);
--> statement-breakpoint
CREATE TABLE "activity_queue" (
	"event" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"application_id" uuid
);
--> statement-breakpoint
CREATE INDEX "activity_counts_starts" ON "activity_counts" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "application_roles_approving" ON "application_roles" USING btree ("application_id","client_id") WHERE action <> '' and deleted_at is null;--> statement-breakpoint
-- The line and what is to be counted of it are written together, or neither is. The names stand in audit/activity-counts.ts
-- too.
CREATE FUNCTION queue_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activity_queue (event, at, application_id)
  VALUES (NEW.event, NEW.at, CASE WHEN NEW.event IN ('launch.granted', 'oidc.signed-in') THEN NEW.subject_id END);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Waits for everybody who is writing lines, and lets nobody write until the migration ends: what there is now has no place
-- in the queue, and whatever comes later has.
CREATE TRIGGER audit_events_activity AFTER INSERT ON "audit_events" FOR EACH ROW
  WHEN (NEW.event IN ('signin.completed', 'signin.failed', 'signin.throttled', 'launch.granted', 'oidc.signed-in'))
  EXECUTE FUNCTION queue_activity();
--> statement-breakpoint
INSERT INTO "activity_progress" ("id", "earlier_than") SELECT 1, max("number") + 1 FROM "audit_events";
