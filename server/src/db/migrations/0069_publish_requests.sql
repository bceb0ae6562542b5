CREATE TABLE "approval_publish_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"draft_id" uuid,
	"revision" integer,
	"version" bigint,
	"reason" text NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "approval_drafts" ADD COLUMN "editors" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "approval_drafts" ADD COLUMN "sent_back_by" uuid;--> statement-breakpoint
ALTER TABLE "approval_drafts" ADD COLUMN "sent_back_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "approval_drafts" ADD COLUMN "sent_back_note" text;--> statement-breakpoint
ALTER TABLE "approval_matrices" ADD COLUMN "asks_second_person" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "approval_versions" ADD COLUMN "confirmed_by" uuid;--> statement-breakpoint
ALTER TABLE "approval_publish_requests" ADD CONSTRAINT "approval_publish_requests_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_publish_requests" ADD CONSTRAINT "approval_publish_requests_draft_id_approval_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."approval_drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approval_publish_requests_draft" ON "approval_publish_requests" USING btree ("draft_id");--> statement-breakpoint
CREATE UNIQUE INDEX "approval_publish_requests_stop" ON "approval_publish_requests" USING btree ("application_id") WHERE draft_id is null;
--> statement-breakpoint
-- Where a second person is asked, what decides about approvals changes only in a transaction that names its application as
-- confirmed. Roles and pages without a rule decide nothing, so they stay free. Rows that are removed for good were deleted before.
CREATE FUNCTION guard_approval_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid[];
  -- GH001: a draft can make the change. GH002: nothing can, as long as there are rules.
  refusal text := 'GH001';
BEGIN
  IF TG_TABLE_NAME = 'document_approvals' THEN
    IF NEW.deleted_at IS NOT NULL AND (TG_OP = 'INSERT' OR OLD.deleted_at IS NOT NULL) THEN RETURN NEW; END IF;
    IF TG_OP = 'UPDATE' AND (OLD.application_role_id, OLD.page_id, OLD.first_day, OLD.last_day, OLD.deleted_at)
      IS NOT DISTINCT FROM (NEW.application_role_id, NEW.page_id, NEW.first_day, NEW.last_day, NEW.deleted_at) THEN RETURN NEW; END IF;
    SELECT array_agg(r.application_id) INTO changed FROM application_roles r
      WHERE r.id = NEW.application_role_id OR TG_OP = 'UPDATE' AND r.id = OLD.application_role_id;
  ELSIF TG_TABLE_NAME = 'approval_routings' THEN
    IF NEW.deleted_at IS NOT NULL AND (TG_OP = 'INSERT' OR OLD.deleted_at IS NOT NULL) THEN RETURN NEW; END IF;
    IF TG_OP = 'UPDATE' AND (OLD.application_id, OLD.mode, OLD.parallel, OLD.rejection, OLD.deleted_at)
      IS NOT DISTINCT FROM (NEW.application_id, NEW.mode, NEW.parallel, NEW.rejection, NEW.deleted_at) THEN RETURN NEW; END IF;
    changed := ARRAY[NEW.application_id];
    IF TG_OP = 'UPDATE' THEN changed := changed || OLD.application_id; END IF;
  ELSIF TG_TABLE_NAME = 'application_roles' THEN
    IF (OLD.application_id, OLD.client_id, OLD.name, OLD.deleted_at)
      IS DISTINCT FROM (NEW.application_id, NEW.client_id, NEW.name, NEW.deleted_at) THEN refusal := 'GH002';
    ELSIF (OLD.action, OLD.sequence, OLD.range_from, OLD.range_to, OLD.bounds, OLD.all_regions, OLD.regions)
      IS NOT DISTINCT FROM (NEW.action, NEW.sequence, NEW.range_from, NEW.range_to, NEW.bounds, NEW.all_regions, NEW.regions) THEN RETURN NEW; END IF;
    IF NOT EXISTS (SELECT FROM document_approvals d WHERE d.application_role_id = OLD.id AND d.deleted_at IS NULL) THEN RETURN NEW; END IF;
    changed := ARRAY[OLD.application_id];
  ELSE
    IF (OLD.application_id, OLD.name, OLD.status, OLD.deleted_at)
      IS NOT DISTINCT FROM (NEW.application_id, NEW.name, NEW.status, NEW.deleted_at) THEN RETURN NEW; END IF;
    IF NOT EXISTS (SELECT FROM document_approvals d WHERE d.page_id = OLD.id AND d.deleted_at IS NULL) THEN RETURN NEW; END IF;
    refusal := 'GH002';
    changed := ARRAY[OLD.application_id];
  END IF;
  IF EXISTS (SELECT FROM approval_matrices m JOIN applications a ON a.id = m.application_id AND a.deleted_at IS NULL
    WHERE m.application_id = ANY (changed) AND m.asks_second_person
      AND m.application_id::text IS DISTINCT FROM current_setting('gatehouse.confirmed_matrix', true))
  THEN RAISE EXCEPTION 'a second person confirms what decides about approvals' USING ERRCODE = refusal; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
DO $$
BEGIN
  CREATE TRIGGER document_approvals_guarded BEFORE INSERT OR UPDATE ON document_approvals
    FOR EACH ROW EXECUTE FUNCTION guard_approval_row();
  CREATE TRIGGER approval_routings_guarded BEFORE INSERT OR UPDATE ON approval_routings
    FOR EACH ROW EXECUTE FUNCTION guard_approval_row();
  CREATE TRIGGER application_roles_guarded BEFORE UPDATE ON application_roles
    FOR EACH ROW EXECUTE FUNCTION guard_approval_row();
  CREATE TRIGGER pages_guarded BEFORE UPDATE ON pages
    FOR EACH ROW EXECUTE FUNCTION guard_approval_row();
END $$;
