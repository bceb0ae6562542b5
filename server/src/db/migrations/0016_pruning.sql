CREATE INDEX "users_picture" ON "users" USING btree ("profile_image") WHERE profile_image <> '';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_settled" ON "webhook_deliveries" USING btree ("settled_at") WHERE settled_at is not null;--> statement-breakpoint
CREATE INDEX "oidc_grants_revoked" ON "oidc_grants" USING btree ("revoked_at") WHERE revoked_at is not null;--> statement-breakpoint
CREATE INDEX "outbox_settled" ON "outbox" USING btree ("settled_at") WHERE settled_at is not null;--> statement-breakpoint
CREATE INDEX "sessions_ended" ON "sessions" USING btree ("ended_at") WHERE ended_at is not null;