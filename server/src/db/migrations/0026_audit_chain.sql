CREATE TABLE "audit_history" (
	"id" smallint PRIMARY KEY NOT NULL,
	"next" bigint NOT NULL,
	"below" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_leaves" (
	"number" bigint PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"seal" bigint NOT NULL,
	"position" integer NOT NULL,
	"leaf" "bytea" NOT NULL,
	"salt" "bytea",
	"details_hash" "bytea"
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"previous" "bytea" NOT NULL,
	"root" "bytea" NOT NULL,
	"lines" integer NOT NULL,
	"first_number" bigint,
	"last_number" bigint,
	"oldest_at" timestamp with time zone,
	"newest_at" timestamp with time zone,
	"is_history" boolean NOT NULL,
	"removed_through" bigint NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL,
	"hash" "bytea" NOT NULL,
	"signature" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_unsealed" (
	"number" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_leaves_seal" ON "audit_leaves" USING btree ("seal","position");--> statement-breakpoint
CREATE FUNCTION queue_for_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_unsealed (number) VALUES (NEW.number);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Waits for everybody who is writing lines, and lets nobody write until the migration ends: each line is either history or
-- in the queue.
CREATE TRIGGER audit_events_unsealed AFTER INSERT ON "audit_events" FOR EACH ROW EXECUTE FUNCTION queue_for_seal();
--> statement-breakpoint
INSERT INTO "audit_history" ("id", "next", "below")
  SELECT 1, min("number"), max("number") + 1 FROM "audit_events" HAVING max("number") IS NOT NULL;
--> statement-breakpoint
-- A line is removed by pruning once a seal says that retention has removed it. The former release prunes single lines: it
-- removes none, without an error, so that nothing is missing from the chain.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('gatehouse.pruning', true) = 'audit' AND OLD.at < now() - interval '90 days' THEN
    IF EXISTS (SELECT FROM audit_leaves WHERE number = OLD.number
        AND seal <= (SELECT removed_through FROM audit_seals ORDER BY sequence DESC LIMIT 1)) THEN
      RETURN OLD;
    END IF;
    RETURN NULL;
  END IF;
  -- The details of a person may be erased once the commitment to them cannot be opened any more.
  IF TG_OP = 'UPDATE' AND current_setting('gatehouse.erasing', true) = 'audit' AND NEW.ip IS NULL AND NEW.detail = '{}'
    AND (NEW.id, NEW.number, NEW.at, NEW.event) = (OLD.id, OLD.number, OLD.at, OLD.event)
    AND NEW.actor_id IS NOT DISTINCT FROM OLD.actor_id AND NEW.subject_id IS NOT DISTINCT FROM OLD.subject_id
    AND NEW.session_id IS NOT DISTINCT FROM OLD.session_id
    AND EXISTS (SELECT FROM audit_leaves WHERE number = OLD.number AND salt IS NULL) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit events are never changed or removed';
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_leaf_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('gatehouse.pruning', true) = 'audit'
    AND OLD.seal <= (SELECT removed_through FROM audit_seals ORDER BY sequence DESC LIMIT 1) THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND current_setting('gatehouse.erasing', true) = 'audit'
    AND OLD.salt IS NOT NULL AND NEW.salt IS NULL AND NEW.details_hash IS NOT NULL
    AND (NEW.number, NEW.id, NEW.seal, NEW.position, NEW.leaf) = (OLD.number, OLD.id, OLD.seal, OLD.position, OLD.leaf) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'leaves of the audit are never changed or removed';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_leaves_insert_only BEFORE UPDATE OR DELETE ON "audit_leaves"
  FOR EACH ROW EXECUTE FUNCTION refuse_leaf_change();
--> statement-breakpoint
CREATE TRIGGER audit_leaves_no_truncate BEFORE TRUNCATE ON "audit_leaves"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_leaf_change();
--> statement-breakpoint
CREATE FUNCTION refuse_seal_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'seals of the audit are never changed or removed';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_seals_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_seals"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_seal_change();
