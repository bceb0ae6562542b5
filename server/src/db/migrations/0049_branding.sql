ALTER TABLE "applications" ADD COLUMN "branding" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "branding" jsonb DEFAULT '{}'::jsonb NOT NULL;