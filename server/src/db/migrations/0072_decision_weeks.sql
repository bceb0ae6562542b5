ALTER TABLE "approval_decisions" DROP CONSTRAINT "approval_decisions_pkey";
--> statement-breakpoint
-- The table that is there becomes the first partition: no row is copied. It is read once, to see that no row is too late; only
-- the log of decisions waits for that, and nobody waits for the log (ADR 0092).
DO $$
DECLARE
  begins bigint;
  first_end timestamptz := (date_trunc('week', now() AT TIME ZONE 'UTC') + interval '21 days') AT TIME ZONE 'UTC';
  latest timestamptz;
  made text;
BEGIN
  SELECT last_value + 1 INTO begins FROM approval_decisions_id_seq;
  SELECT date_trunc('week', max(at) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '7 days' INTO latest FROM approval_decisions;
  ALTER TABLE approval_decisions RENAME TO approval_decisions_first;
  ALTER INDEX IF EXISTS approval_decisions_application RENAME TO approval_decisions_first_application_id_at_id_idx;
  ALTER INDEX IF EXISTS approval_decisions_at RENAME TO approval_decisions_first_at_idx;
  ALTER INDEX IF EXISTS approval_decisions_user RENAME TO approval_decisions_first_user_id_id_idx;
  ALTER TABLE approval_decisions_first ALTER COLUMN id DROP IDENTITY;
  CREATE TABLE approval_decisions (LIKE approval_decisions_first INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE (at);
  EXECUTE format('ALTER TABLE approval_decisions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (START WITH %s)', begins);
  -- Not statements of their own, which an upgrade leaves out: with the partition, its indexes are taken over.
  CREATE INDEX approval_decisions_application ON approval_decisions USING btree (application_id, at, id);
  CREATE INDEX approval_decisions_at ON approval_decisions USING btree (at);
  CREATE INDEX approval_decisions_user ON approval_decisions USING btree (user_id, id);
  EXECUTE format('ALTER TABLE approval_decisions ATTACH PARTITION approval_decisions_first FOR VALUES FROM (MINVALUE) TO (%L)',
    greatest(first_end, latest));
  CREATE TABLE approval_decisions_rest PARTITION OF approval_decisions DEFAULT;
  ALTER TABLE approval_decisions ADD CONSTRAINT approval_decisions_application_id_applications_id_fk
    FOREIGN KEY (application_id) REFERENCES applications (id) ON DELETE CASCADE;
  ALTER TABLE approval_decisions ADD CONSTRAINT approval_decisions_user_id_users_id_fk
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE;
  FOR made IN SELECT format('GRANT %s ON approval_decisions, approval_decisions_rest TO %I', right_of.privilege_type, r.rolname)
    FROM pg_class c, aclexplode(c.relacl) right_of JOIN pg_roles r ON r.oid = right_of.grantee
    WHERE c.oid = 'approval_decisions_first'::regclass AND right_of.grantee <> c.relowner
  LOOP
    EXECUTE made;
  END LOOP;
END $$;
--> statement-breakpoint
-- The partitions by the ends of their times; NULL: rows for which there is no other.
CREATE FUNCTION approval_decision_weeks() RETURNS TABLE (name text, ends_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT c.relname::text, substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''\)')::timestamptz
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'approval_decisions'::regclass
$$;
--> statement-breakpoint
-- Rows for which there is no week, counted up to 10000: there are some only when no week was made in time.
CREATE FUNCTION approval_decision_strays() RETURNS int LANGUAGE sql STABLE SECURITY DEFINER AS $$
  SELECT count(*)::int FROM (SELECT FROM approval_decisions_rest LIMIT 10000) stray
$$;
--> statement-breakpoint
-- Makes the next week, two weeks ahead, with the rows that were written before it was there. NULL: there is nothing to make, or
-- another server is doing so. A week that servers have slept through becomes part of the next. Anybody may call it: it does
-- only what is due, with the rights of the owner, which servers need not have. The short wait keeps it from delaying others.
CREATE FUNCTION add_approval_decision_week() RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = '100ms' AS $$
DECLARE
  begins_at timestamptz;
  ends_at timestamptz;
  week text;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7142012) THEN RETURN NULL; END IF;
  SELECT max(w.ends_at) INTO begins_at FROM approval_decision_weeks() w;
  IF begins_at > now() + interval '14 days' THEN RETURN NULL; END IF;
  ends_at := greatest(begins_at, date_trunc('week', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') + interval '7 days';
  week := 'approval_decisions_' || to_char(begins_at AT TIME ZONE 'UTC', 'YYYYMMDD');
  EXECUTE format('CREATE TABLE %I (LIKE approval_decisions INCLUDING DEFAULTS INCLUDING STORAGE)', week);
  LOCK TABLE approval_decisions_rest IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('WITH moved AS (DELETE FROM approval_decisions_rest WHERE at >= %L AND at < %L RETURNING *)
    INSERT INTO %I SELECT * FROM moved', begins_at, ends_at, week);
  EXECUTE format('ALTER TABLE approval_decisions ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', week, begins_at, ends_at);
  RETURN week;
END $$;
--> statement-breakpoint
-- Drops the oldest week that is wholly older than these days, or empties the log when nothing is kept. NULL: there is none. For
-- those who may remove the rows one by one.
CREATE FUNCTION drop_approval_decision_week(keep_days int) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
  SET lock_timeout = '100ms' AS $$
DECLARE week text;
BEGIN
  IF NOT has_table_privilege(session_user, 'approval_decisions', 'DELETE') THEN
    RAISE insufficient_privilege USING MESSAGE = 'this role may not remove decisions';
  END IF;
  IF NOT pg_try_advisory_xact_lock(7142012) THEN RETURN NULL; END IF;
  IF keep_days = 0 AND EXISTS (SELECT FROM approval_decisions) THEN
    TRUNCATE approval_decisions;
    RETURN 'approval_decisions';
  END IF;
  -- The newest one says where the next begins.
  SELECT w.name INTO week FROM approval_decision_weeks() w
    WHERE w.ends_at <= now() - make_interval(days => greatest(keep_days, 0)) AND w.ends_at < (SELECT max(x.ends_at) FROM approval_decision_weeks() x)
    ORDER BY w.ends_at LIMIT 1;
  IF week IS NOT NULL THEN EXECUTE format('DROP TABLE %I', week); END IF;
  RETURN week;
END $$;
--> statement-breakpoint
-- With the rights of the owner, they must use the tables of this schema, whatever their caller has made.
DO $$
DECLARE made text;
BEGIN
  FOREACH made IN ARRAY ARRAY['approval_decision_weeks()', 'approval_decision_strays()', 'add_approval_decision_week()',
    'drop_approval_decision_week(int)'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', made, current_schema());
    EXECUTE format('ALTER FUNCTION %s SET timezone = ''UTC''', made);
  END LOOP;
END $$;
