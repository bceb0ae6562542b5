DROP INDEX "assignments_client";--> statement-breakpoint
CREATE INDEX "assignments_client_user" ON "assignments" USING btree ("client_id","user_id");