CREATE TABLE "approval_draft_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"draft_id" uuid NOT NULL,
	"application_role_id" uuid NOT NULL,
	"page_id" uuid,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "approval_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"name" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"base_version" bigint NOT NULL,
	"restores" bigint,
	"left_out" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid
);
--> statement-breakpoint
ALTER TABLE "approval_versions" ADD COLUMN "draft_name" text;--> statement-breakpoint
ALTER TABLE "approval_versions" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "approval_versions" ADD COLUMN "restores" bigint;--> statement-breakpoint
ALTER TABLE "approval_draft_changes" ADD CONSTRAINT "approval_draft_changes_draft_id_approval_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."approval_drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_draft_changes" ADD CONSTRAINT "approval_draft_changes_application_role_id_application_roles_id_fk" FOREIGN KEY ("application_role_id") REFERENCES "public"."application_roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_draft_changes" ADD CONSTRAINT "approval_draft_changes_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_drafts" ADD CONSTRAINT "approval_drafts_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approval_draft_changes_role" ON "approval_draft_changes" USING btree ("draft_id","application_role_id") WHERE page_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "approval_draft_changes_rule" ON "approval_draft_changes" USING btree ("draft_id","application_role_id","page_id");--> statement-breakpoint
CREATE INDEX "approval_draft_changes_of_role" ON "approval_draft_changes" USING btree ("application_role_id");--> statement-breakpoint
CREATE INDEX "approval_draft_changes_of_page" ON "approval_draft_changes" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "approval_drafts_application" ON "approval_drafts" USING btree ("application_id");
--> statement-breakpoint
-- Once for each statement, however many rows it writes. Applications are taken in the order of their ids, so that two
-- changes of several applications do not wait for each other. The row of an application is locked from the first change of
-- a transaction to its end, so that versions and their times have one order.
CREATE OR REPLACE FUNCTION raise_approval_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid[];
  author uuid;
  -- Otherwise the rows are those before the change.
  is_after boolean := TG_NAME LIKE '%\_added' OR TG_NAME LIKE '%\_changed\_to';
BEGIN
  IF TG_TABLE_NAME = 'document_approvals' THEN
    SELECT array_agg(DISTINCT r.application_id) INTO changed
      FROM changed_rows c JOIN application_roles r ON r.id = c.application_role_id;
  ELSE
    SELECT array_agg(DISTINCT c.application_id) INTO changed FROM changed_rows c;
  END IF;
  -- An application that is being removed has no version any more.
  INSERT INTO approval_matrices AS m (application_id, version, changed_in, published_at)
    SELECT a.id, 1, pg_current_xact_id()::text, clock_timestamp() FROM applications a WHERE a.id = ANY (changed) ORDER BY a.id
    ON CONFLICT (application_id) DO UPDATE SET version = m.version + 1, changed_in = excluded.changed_in,
      published_at = greatest(clock_timestamp(), m.published_at + interval '1 millisecond')
    -- Numbers of transactions begin again in a database that was restored elsewhere.
    WHERE m.changed_in IS DISTINCT FROM excluded.changed_in OR m.published_at < now();
  IF is_after THEN
    -- A statement that does not write the author has that of an earlier transaction.
    SELECT c.updated_by INTO author FROM changed_rows c WHERE c.updated_by IS NOT NULL AND c.updated_at >= now() LIMIT 1;
  END IF;
  INSERT INTO approval_versions AS v (application_id, version, published_at, published_by)
    SELECT m.application_id, m.version, m.published_at, author FROM approval_matrices m
    WHERE m.application_id = ANY (changed) ORDER BY m.application_id
    ON CONFLICT (application_id, version) DO UPDATE SET published_by = excluded.published_by
    WHERE v.published_by IS NULL AND excluded.published_by IS NOT NULL;
  -- What a version of this transaction wrote leaves no trace when it is written again.
  DELETE FROM approval_history h USING changed_rows c, approval_matrices m
    WHERE h.record_id = c.id AND h.until_version IS NULL AND m.application_id = h.application_id
      AND h.from_version = m.version AND m.changed_in = pg_current_xact_id()::text;
  UPDATE approval_history h SET until_version = m.version FROM changed_rows c, approval_matrices m
    WHERE h.record_id = c.id AND h.until_version IS NULL AND m.application_id = h.application_id;
  IF is_after THEN
    IF TG_TABLE_NAME = 'document_approvals' THEN
      INSERT INTO approval_history (application_id, kind, record_id, from_version, state)
        SELECT m.application_id, TG_TABLE_NAME, c.id, m.version, to_jsonb(c) FROM changed_rows c
          JOIN application_roles r ON r.id = c.application_role_id JOIN approval_matrices m ON m.application_id = r.application_id
        WHERE c.deleted_at IS NULL;
    ELSE
      INSERT INTO approval_history (application_id, kind, record_id, from_version, state)
        SELECT m.application_id, TG_TABLE_NAME, c.id, m.version, to_jsonb(c) FROM changed_rows c
          JOIN approval_matrices m ON m.application_id = c.application_id
        WHERE c.deleted_at IS NULL;
    END IF;
  END IF;
  RETURN NULL;
END $$;
