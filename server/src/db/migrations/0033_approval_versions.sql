CREATE TABLE "approval_matrices" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "approval_matrices" ADD CONSTRAINT "approval_matrices_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assignments_role" ON "assignments" USING btree ("application_id","client_id",lower("role"),"user_id");
--> statement-breakpoint
-- Once for each statement, however many rows it writes. Applications are taken in the order of their ids, so that two
-- changes of several applications do not wait for each other.
CREATE FUNCTION raise_approval_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid[];
BEGIN
  IF TG_TABLE_NAME = 'document_approvals' THEN
    SELECT array_agg(DISTINCT r.application_id) INTO changed
      FROM changed_rows c JOIN application_roles r ON r.id = c.application_role_id;
  ELSE
    SELECT array_agg(DISTINCT c.application_id) INTO changed FROM changed_rows c;
  END IF;
  -- An application that is being removed has no version any more.
  INSERT INTO approval_matrices (application_id, version)
    SELECT a.id, 1 FROM applications a WHERE a.id = ANY (changed) ORDER BY a.id
    ON CONFLICT (application_id) DO UPDATE SET version = approval_matrices.version + 1;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- An update counts for the application before it and for the one after it.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['application_roles', 'pages', 'document_approvals'] LOOP
    EXECUTE format('CREATE TRIGGER %1$s_added AFTER INSERT ON %1$I REFERENCING NEW TABLE AS changed_rows
      FOR EACH STATEMENT EXECUTE FUNCTION raise_approval_version()', name);
    EXECUTE format('CREATE TRIGGER %1$s_removed AFTER DELETE ON %1$I REFERENCING OLD TABLE AS changed_rows
      FOR EACH STATEMENT EXECUTE FUNCTION raise_approval_version()', name);
    EXECUTE format('CREATE TRIGGER %1$s_changed_from AFTER UPDATE ON %1$I REFERENCING OLD TABLE AS changed_rows
      FOR EACH STATEMENT EXECUTE FUNCTION raise_approval_version()', name);
    EXECUTE format('CREATE TRIGGER %1$s_changed_to AFTER UPDATE ON %1$I REFERENCING NEW TABLE AS changed_rows
      FOR EACH STATEMENT EXECUTE FUNCTION raise_approval_version()', name);
  END LOOP;
END $$;
