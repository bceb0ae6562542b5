CREATE TABLE "approval_decisions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "approval_decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"application_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"client_id" uuid,
	"page" text NOT NULL,
	"action" text NOT NULL,
	"amount" text NOT NULL,
	"currency" text NOT NULL,
	"region" text NOT NULL,
	"document" jsonb NOT NULL,
	"role" text,
	"stand_ins" uuid[] DEFAULT '{}' NOT NULL,
	"stand_in_id" uuid,
	"is_allowed" boolean NOT NULL,
	"reasons" text[] NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "approval_decisions" ADD CONSTRAINT "approval_decisions_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_decisions" ADD CONSTRAINT "approval_decisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approval_decisions_application" ON "approval_decisions" USING btree ("application_id","at","id");--> statement-breakpoint
CREATE INDEX "approval_decisions_at" ON "approval_decisions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "approval_decisions_user" ON "approval_decisions" USING btree ("user_id","id");