CREATE INDEX "access_tokens_session" ON "access_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "access_tokens_user" ON "access_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "launch_tokens_user" ON "launch_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oidc_grants_session" ON "oidc_grants" USING btree ("session_id");