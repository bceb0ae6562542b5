ALTER TABLE "access_review_causes" ADD COLUMN "refused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "access_review_causes" ADD COLUMN "refusal" text DEFAULT '' NOT NULL;