ALTER TABLE "applications" ADD COLUMN "claims_in_id_token" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "groups_claim" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "roles_claim" text DEFAULT 'none' NOT NULL;