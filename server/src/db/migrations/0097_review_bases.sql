ALTER TABLE "access_reviewers" ADD COLUMN "basis" text DEFAULT 'named' NOT NULL;--> statement-breakpoint
-- Reviewers of reviews that run. Whoever started one decides by name.
UPDATE access_reviewers r SET basis = 'contact' FROM access_reviews v
  WHERE v.id = r.review_id AND v.state = 'running' AND v.reviewer_rule = 'contacts' AND r.stage = 1 AND r.user_id <> v.owner_id;--> statement-breakpoint
-- A line has owners as reviewers, or chosen people where there was no owner. Where none is an owner now, and owners have changed since, they were owners.
UPDATE access_reviewers r SET basis = 'owner' FROM access_reviews v, access_review_lines l
  WHERE v.id = r.review_id AND v.state = 'running' AND v.reviewer_rule = 'owners' AND r.stage = 1 AND l.id = r.line_id
    AND (EXISTS (
        SELECT FROM access_reviewers n JOIN application_owners o ON o.user_id = n.user_id AND o.application_id = l.application_id
        WHERE n.line_id = l.id AND n.stage = 1)
      OR EXISTS (
        SELECT FROM audit_events e WHERE e.subject_id = l.application_id AND e.at > v.created_at
          AND e.detail @> '{"changes": [{"field": "owners"}]}'));
