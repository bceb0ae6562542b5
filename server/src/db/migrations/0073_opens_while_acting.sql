ALTER TABLE "applications" ADD COLUMN "opens_while_acting" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "confirm_minutes" integer;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD COLUMN "acting_id" uuid;--> statement-breakpoint
ALTER TABLE "launch_tokens" ADD COLUMN "acting_id" uuid;--> statement-breakpoint
ALTER TABLE "oidc_grants" ADD COLUMN "acting_id" uuid;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "acting_id" uuid;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_acting_id_actings_id_fk" FOREIGN KEY ("acting_id") REFERENCES "public"."actings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "launch_tokens" ADD CONSTRAINT "launch_tokens_acting_id_actings_id_fk" FOREIGN KEY ("acting_id") REFERENCES "public"."actings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_grants" ADD CONSTRAINT "oidc_grants_acting_id_actings_id_fk" FOREIGN KEY ("acting_id") REFERENCES "public"."actings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_acting_id_actings_id_fk" FOREIGN KEY ("acting_id") REFERENCES "public"."actings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_tokens_acting" ON "access_tokens" USING btree ("acting_id") WHERE acting_id is not null;--> statement-breakpoint
CREATE INDEX "launch_tokens_acting" ON "launch_tokens" USING btree ("acting_id","application_id") WHERE acting_id is not null;--> statement-breakpoint
CREATE INDEX "oidc_grants_acting" ON "oidc_grants" USING btree ("acting_id","application_id") WHERE acting_id is not null;--> statement-breakpoint
CREATE INDEX "outbox_acting" ON "outbox" USING btree ("acting_id") WHERE acting_id is not null;