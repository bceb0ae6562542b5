-- A change of a role or page looks for rows of the matrix only where its application refuses something, and by its own role or page: thousands
-- of roles that are published at once each read all rows of all applications before.
CREATE OR REPLACE FUNCTION guard_approval_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid[];
  -- GH001: a draft can make the change. GH002: nothing can, as long as there are rules. GH003: the author may not give access.
  refusal text := 'GH001';
  decides boolean;
  -- Whether the application of the row, which was one or is one, refuses anything in this transaction.
  guarded boolean;
BEGIN
  IF TG_TABLE_NAME IN ('application_roles', 'pages') THEN
    guarded := EXISTS (SELECT FROM applications a LEFT JOIN approval_matrices m ON m.application_id = a.id
      WHERE a.id IN (OLD.application_id, NEW.application_id) AND a.deleted_at IS NULL AND (
        m.asks_second_person AND a.id::text IS DISTINCT FROM current_setting('gatehouse.confirmed_matrix', true)
        OR a.request_rule = 'matrix' AND current_setting('gatehouse.gives_access', true) IS DISTINCT FROM 'on'));
  END IF;
  IF TG_TABLE_NAME = 'document_approvals' THEN
    IF NEW.deleted_at IS NOT NULL AND (TG_OP = 'INSERT' OR OLD.deleted_at IS NOT NULL) THEN RETURN NEW; END IF;
    IF TG_OP = 'UPDATE' AND (OLD.application_role_id, OLD.page_id, OLD.first_day, OLD.last_day, OLD.all_clients, OLD.all_pages, OLD.status, OLD.deleted_at)
      IS NOT DISTINCT FROM (NEW.application_role_id, NEW.page_id, NEW.first_day, NEW.last_day, NEW.all_clients, NEW.all_pages, NEW.status, NEW.deleted_at) THEN RETURN NEW; END IF;
    SELECT array_agg(r.application_id) INTO changed FROM application_roles r
      WHERE r.id = NEW.application_role_id OR TG_OP = 'UPDATE' AND r.id = OLD.application_role_id;
  ELSIF TG_TABLE_NAME = 'approval_routings' THEN
    IF NEW.deleted_at IS NOT NULL AND (TG_OP = 'INSERT' OR OLD.deleted_at IS NOT NULL) THEN RETURN NEW; END IF;
    IF TG_OP = 'UPDATE' AND (OLD.application_id, OLD.mode, OLD.parallel, OLD.rejection, OLD.catch_all_role, OLD.catch_all_client_id, OLD.deleted_at)
      IS NOT DISTINCT FROM (NEW.application_id, NEW.mode, NEW.parallel, NEW.rejection, NEW.catch_all_role, NEW.catch_all_client_id, NEW.deleted_at) THEN RETURN NEW; END IF;
    changed := ARRAY[NEW.application_id];
    IF TG_OP = 'UPDATE' THEN changed := changed || OLD.application_id; END IF;
  ELSIF TG_TABLE_NAME = 'application_roles' THEN
    IF NEW.deleted_at IS NOT NULL AND TG_OP = 'INSERT' THEN RETURN NEW; END IF;
    IF (OLD.application_id, OLD.client_id, OLD.name, OLD.deleted_at)
      IS DISTINCT FROM (NEW.application_id, NEW.client_id, NEW.name, NEW.deleted_at) THEN refusal := 'GH002';
    ELSIF (OLD.action, OLD.sequence, OLD.range_from, OLD.range_to, OLD.bounds, OLD.all_regions, OLD.regions)
      IS NOT DISTINCT FROM (NEW.action, NEW.sequence, NEW.range_from, NEW.range_to, NEW.bounds, NEW.all_regions, NEW.regions) THEN RETURN NEW; END IF;
    IF NOT guarded THEN RETURN NEW; END IF;
    -- Asked one after the other: with OR in one question every row of every application would be read.
    IF NOT EXISTS (SELECT FROM document_approvals d WHERE d.application_role_id = OLD.id AND d.deleted_at IS NULL)
      -- A row for all clients also counts for the roles of its name that other clients have.
      AND NOT EXISTS (SELECT FROM application_roles r JOIN document_approvals d ON d.application_role_id = r.id
        WHERE r.application_id IN (OLD.application_id, NEW.application_id) AND lower(r.name) IN (lower(OLD.name), lower(NEW.name))
          AND d.all_clients AND d.deleted_at IS NULL)
      -- The limits of a catch-all role are not those of what it catches.
      AND NOT (refusal = 'GH002' AND EXISTS (SELECT FROM approval_routings c WHERE c.deleted_at IS NULL AND c.catch_all_role <> ''
        AND c.application_id IN (OLD.application_id, NEW.application_id)
        AND (c.catch_all_client_id IS NULL OR c.catch_all_client_id IN (OLD.client_id, NEW.client_id))
        AND lower(c.catch_all_role) IN (lower(OLD.name), lower(NEW.name))))
    THEN RETURN NEW; END IF;
    changed := ARRAY[OLD.application_id, NEW.application_id];
  ELSE
    IF (OLD.application_id, OLD.name, OLD.status, OLD.deleted_at)
      IS NOT DISTINCT FROM (NEW.application_id, NEW.name, NEW.status, NEW.deleted_at) THEN RETURN NEW; END IF;
    -- Rows for all pages and a catch-all role also decide about a page without rows, while it is active.
    decides := NEW.deleted_at IS NULL AND NEW.status = 'ACTIVE' OR TG_OP = 'UPDATE' AND OLD.deleted_at IS NULL AND OLD.status = 'ACTIVE';
    SELECT array_agg(u.application_id) INTO changed FROM (
      SELECT r.application_id FROM document_approvals d JOIN application_roles r ON r.id = d.application_role_id
        WHERE d.page_id = OLD.id AND d.deleted_at IS NULL
      UNION SELECT r.application_id FROM application_roles r JOIN document_approvals d ON d.application_role_id = r.id
        WHERE guarded AND decides AND r.application_id IN (OLD.application_id, NEW.application_id)
          AND d.all_pages AND d.deleted_at IS NULL
      UNION SELECT c.application_id FROM approval_routings c WHERE guarded AND decides AND c.deleted_at IS NULL AND c.catch_all_role <> ''
        AND c.application_id IN (OLD.application_id, NEW.application_id)) u;
    IF changed IS NULL THEN RETURN NEW; END IF;
    refusal := 'GH002';
  END IF;
  IF EXISTS (SELECT FROM approval_matrices m JOIN applications a ON a.id = m.application_id AND a.deleted_at IS NULL
    WHERE m.application_id = ANY (changed) AND m.asks_second_person
      AND m.application_id::text IS DISTINCT FROM current_setting('gatehouse.confirmed_matrix', true))
  THEN RAISE EXCEPTION 'a second person confirms what decides about approvals' USING ERRCODE = refusal; END IF;
  IF current_setting('gatehouse.gives_access', true) IS DISTINCT FROM 'on' AND EXISTS (
    SELECT FROM applications a WHERE a.id = ANY (changed) AND a.deleted_at IS NULL AND a.request_rule = 'matrix')
  THEN RAISE EXCEPTION 'this matrix decides about requests for access' USING ERRCODE = 'GH003'; END IF;
  RETURN NEW;
END $$;
