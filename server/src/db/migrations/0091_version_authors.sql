-- The author of a version is named by each writer in its transaction (gatehouse.author); without a name it has none.
CREATE OR REPLACE FUNCTION raise_approval_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid[];
  -- Whoever the transaction says. The rows name who wrote them last, which may be somebody else.
  author uuid := nullif(current_setting('gatehouse.author', true), '')::uuid;
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
