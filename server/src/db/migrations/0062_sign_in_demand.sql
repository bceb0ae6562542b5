ALTER TABLE "applications" ADD COLUMN "needs_strong_sign_in" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "strong_sign_in_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "confirm_minutes" integer;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "needs_strong_sign_in" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "strong_sign_in_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "strong_sign_in_from" timestamp with time zone;