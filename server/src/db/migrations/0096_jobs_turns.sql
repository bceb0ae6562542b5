ALTER TABLE "jobs" ADD COLUMN "key_id" uuid;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "served_at" timestamp with time zone;