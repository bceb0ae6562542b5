CREATE TABLE "approval_history" (
	"application_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"record_id" uuid NOT NULL,
	"from_version" bigint NOT NULL,
	"until_version" bigint,
	"state" jsonb NOT NULL,
	CONSTRAINT "approval_history_application_id_record_id_from_version_pk" PRIMARY KEY("application_id","record_id","from_version")
);
--> statement-breakpoint
CREATE TABLE "approval_versions" (
	"application_id" uuid NOT NULL,
	"version" bigint NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" uuid,
	CONSTRAINT "approval_versions_application_id_version_pk" PRIMARY KEY("application_id","version")
);
--> statement-breakpoint
ALTER TABLE "application_roles" ADD COLUMN "bounds" text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "approval_matrices" ADD COLUMN "changed_in" text;--> statement-breakpoint
ALTER TABLE "approval_matrices" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "document_approvals" ADD COLUMN "first_day" date;--> statement-breakpoint
ALTER TABLE "document_approvals" ADD COLUMN "last_day" date;--> statement-breakpoint
ALTER TABLE "approval_history" ADD CONSTRAINT "approval_history_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_versions" ADD CONSTRAINT "approval_versions_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approval_history_current" ON "approval_history" USING btree ("record_id") WHERE until_version is null;--> statement-breakpoint
CREATE INDEX "approval_history_application" ON "approval_history" USING btree ("application_id","from_version");
--> statement-breakpoint
-- What stands now is the first version that is known.
INSERT INTO approval_matrices (application_id, version)
  SELECT DISTINCT r.application_id, 1 FROM application_roles r UNION SELECT p.application_id, 1 FROM pages p
  ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE approval_matrices SET published_at = now();
--> statement-breakpoint
INSERT INTO approval_versions (application_id, version, published_at)
  SELECT application_id, version, published_at FROM approval_matrices;
--> statement-breakpoint
INSERT INTO approval_history (application_id, kind, record_id, from_version, state)
  SELECT m.application_id, 'application_roles', r.id, m.version, to_jsonb(r)
    FROM application_roles r JOIN approval_matrices m ON m.application_id = r.application_id WHERE r.deleted_at IS NULL
  UNION ALL
  SELECT m.application_id, 'pages', p.id, m.version, to_jsonb(p)
    FROM pages p JOIN approval_matrices m ON m.application_id = p.application_id WHERE p.deleted_at IS NULL
  UNION ALL
  SELECT m.application_id, 'document_approvals', d.id, m.version, to_jsonb(d)
    FROM document_approvals d JOIN application_roles r ON r.id = d.application_role_id
      JOIN approval_matrices m ON m.application_id = r.application_id WHERE d.deleted_at IS NULL;
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
    SELECT c.updated_by INTO author FROM changed_rows c WHERE c.updated_by IS NOT NULL LIMIT 1;
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
