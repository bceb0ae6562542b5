CREATE TABLE "audit_stream" (
	"id" smallint PRIMARY KEY NOT NULL,
	"seal" bigint NOT NULL,
	"position" integer NOT NULL,
	"holder" uuid,
	"leased_until" timestamp with time zone NOT NULL,
	"failures" integer NOT NULL,
	"last_error" text
);

--> statement-breakpoint
-- The commitment to the details of a line is given up only for a person whose erasure is recorded.
CREATE FUNCTION refuse_unrecorded_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT r.event FROM audit_events e JOIN audit_events r ON r.subject_id = coalesce(e.subject_id, e.actor_id)
      WHERE e.number = OLD.number AND r.event = 'audit.person-erased' ORDER BY r.number DESC LIMIT 1) IS NULL THEN
    RAISE EXCEPTION 'leaves of the audit are never changed or removed without a record of the erasure';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_leaves_recorded BEFORE UPDATE ON "audit_leaves"
  FOR EACH ROW EXECUTE FUNCTION refuse_unrecorded_erasure();
--> statement-breakpoint
-- A seal continues the chain, and lets retention remove nothing that is younger than 90 days.
CREATE FUNCTION refuse_seal_out_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE newest record;
BEGIN
  SELECT sequence, hash, removed_through INTO newest FROM audit_seals ORDER BY sequence DESC LIMIT 1;
  IF NEW.sequence = coalesce(newest.sequence, 0) + 1
    AND (newest.sequence IS NULL OR NEW.previous = newest.hash)
    AND NEW.removed_through BETWEEN coalesce(newest.removed_through, 0) AND NEW.sequence - 1
    AND NEW.sealed_at BETWEEN now() - interval '1 hour' AND now() + interval '1 hour'
    AND NOT EXISTS (SELECT FROM audit_seals
      WHERE sequence > coalesce(newest.removed_through, 0) AND sequence <= NEW.removed_through
        AND least(newest_at, sealed_at) > now() - interval '90 days') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a seal of the audit must follow the newest one, and may release old lines only';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_seals_in_order BEFORE INSERT ON "audit_seals"
  FOR EACH ROW EXECUTE FUNCTION refuse_seal_out_of_order();
--> statement-breakpoint
-- The leaves of a seal are added at once, right after it: later nothing can be slipped into a seal, or taken for sealed.
CREATE FUNCTION refuse_leaf_out_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE newest record;
BEGIN
  SELECT sequence, lines INTO newest FROM audit_seals ORDER BY sequence DESC LIMIT 1;
  IF EXISTS (SELECT FROM added WHERE seal IS DISTINCT FROM newest.sequence OR salt IS NULL OR details_hash IS NOT NULL)
    OR (SELECT count(*) FROM audit_leaves WHERE seal = newest.sequence) <> newest.lines THEN
    RAISE EXCEPTION 'leaves of the audit are added with their seal only';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_leaves_in_order AFTER INSERT ON "audit_leaves" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_leaf_out_of_order();
--> statement-breakpoint
-- These functions decide what servers may do to the audit, so they must read the tables of this schema, whatever temporary
-- tables, functions or search path their caller has made.
DO $$
DECLARE guard text;
BEGIN
  FOREACH guard IN ARRAY ARRAY['refuse_audit_change', 'refuse_leaf_change', 'refuse_seal_change', 'queue_for_seal',
    'refuse_unrecorded_erasure', 'refuse_seal_out_of_order', 'refuse_leaf_out_of_order'] LOOP
    EXECUTE format('ALTER FUNCTION %I() SET search_path = pg_catalog, %I, pg_temp', guard, current_schema());
  END LOOP;
END $$;
