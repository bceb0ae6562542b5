ALTER TABLE "applications" ADD COLUMN "request_rule" text DEFAULT 'owners' NOT NULL;--> statement-breakpoint
ALTER TABLE "pocs" ADD COLUMN "decides_requests" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "pocs_deciding_email" ON "pocs" USING btree (lower(trim("email"))) WHERE decides_requests;--> statement-breakpoint
CREATE INDEX "pocs_deciding_alternate_email" ON "pocs" USING btree (lower(trim("alternate_email"))) WHERE decides_requests;