ALTER TABLE "access_requests" ADD COLUMN "requested_by" uuid;--> statement-breakpoint
ALTER TABLE "actings" ADD COLUMN "may_change" boolean DEFAULT false NOT NULL;