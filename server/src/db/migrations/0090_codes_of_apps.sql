-- Recovery codes that an authenticator app made beside a passkey, before the passkey could be needed (0084), count for the passkey no
-- more: whoever knows the code of the app alone would have what the app may not do. Those that a passkey made stay.
UPDATE "recovery_codes" c SET "is_strong" = false WHERE "is_strong"
  AND c.created_at < (SELECT m.applied_at FROM "migrations" m WHERE m.tag = '0084_passkey_demand')
  AND EXISTS (SELECT FROM "passkeys" p WHERE p.user_id = c.user_id AND p.created_at < c.created_at)
  AND EXISTS (SELECT FROM "authenticators" f WHERE f.user_id = c.user_id AND f.created_at <= c.created_at)
  AND NOT EXISTS (SELECT FROM "audit_events" e JOIN "sessions" s ON s.id = e.session_id
    WHERE e.subject_id = c.user_id AND e.event = 'recovery-codes.made' AND e.at = c.created_at AND 'pop' = ANY(s.amr));
