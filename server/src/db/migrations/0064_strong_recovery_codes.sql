ALTER TABLE "recovery_codes" ADD COLUMN "is_strong" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Whoever has a passkey or an app, and has made the codes since, may go on relying on them.
UPDATE "recovery_codes" c SET "is_strong" = true WHERE
  EXISTS (SELECT FROM "passkeys" f WHERE f.user_id = c.user_id AND f.created_at <= c.created_at)
  OR EXISTS (SELECT FROM "authenticators" f WHERE f.user_id = c.user_id AND f.created_at <= c.created_at);
