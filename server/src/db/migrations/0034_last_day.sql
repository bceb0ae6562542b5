ALTER TABLE "users" ADD COLUMN "last_day" date;--> statement-breakpoint
CREATE INDEX "users_last_day" ON "users" USING btree ("last_day") WHERE last_day is not null and is_active;