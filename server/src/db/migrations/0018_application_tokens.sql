ALTER TABLE "application_secrets" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "secret_last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "jwks_uri" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "access_token_format" text DEFAULT 'opaque' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "subject_type" text DEFAULT 'public' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "subject_sector" text DEFAULT '' NOT NULL;