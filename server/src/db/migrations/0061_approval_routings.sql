CREATE TABLE "approval_routings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"parallel" text NOT NULL,
	"rejection" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"updated_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "approval_drafts" ADD COLUMN "routing" jsonb;--> statement-breakpoint
ALTER TABLE "approval_drafts" ADD COLUMN "routing_before" jsonb;--> statement-breakpoint
ALTER TABLE "approval_routings" ADD CONSTRAINT "approval_routings_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approval_routings_once" ON "approval_routings" USING btree ("application_id") WHERE deleted_at is null;
--> statement-breakpoint
-- A routing is a part of the versions of a matrix, like roles, pages and document approvals.
DO $$
BEGIN
  CREATE TRIGGER approval_routings_added AFTER INSERT ON approval_routings REFERENCING NEW TABLE AS changed_rows
    FOR EACH STATEMENT EXECUTE FUNCTION raise_approval_version();
  CREATE TRIGGER approval_routings_removed AFTER DELETE ON approval_routings REFERENCING OLD TABLE AS changed_rows
    FOR EACH STATEMENT EXECUTE FUNCTION raise_approval_version();
  CREATE TRIGGER approval_routings_changed_from AFTER UPDATE ON approval_routings REFERENCING OLD TABLE AS changed_rows
    FOR EACH STATEMENT EXECUTE FUNCTION raise_approval_version();
  CREATE TRIGGER approval_routings_changed_to AFTER UPDATE ON approval_routings REFERENCING NEW TABLE AS changed_rows
    FOR EACH STATEMENT EXECUTE FUNCTION raise_approval_version();
END $$;
