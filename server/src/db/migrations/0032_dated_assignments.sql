ALTER TABLE "assignments" ADD COLUMN "valid_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "valid_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "has_begun" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "is_end_notified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "assignments_beginning" ON "assignments" USING btree ("valid_from") WHERE not has_begun;--> statement-breakpoint
CREATE INDEX "assignments_end" ON "assignments" USING btree ("valid_until") WHERE valid_until is not null;