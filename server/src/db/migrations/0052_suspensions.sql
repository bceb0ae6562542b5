ALTER TABLE "users" ADD COLUMN "suspended_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspension_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "users_suspended" ON "users" USING btree ("suspended_from") WHERE suspended_from is not null;