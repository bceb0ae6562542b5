ALTER TABLE "roles" ADD COLUMN "needs_strong_sign_in" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_strong" boolean DEFAULT false NOT NULL;