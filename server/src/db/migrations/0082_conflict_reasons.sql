CREATE TABLE "conflict_reasons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"rule_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"given_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conflict_reasons" ADD CONSTRAINT "conflict_reasons_rule_id_role_conflicts_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."role_conflicts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conflict_reasons" ADD CONSTRAINT "conflict_reasons_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conflict_reasons_rule" ON "conflict_reasons" USING btree ("rule_id","user_id","id");--> statement-breakpoint
CREATE INDEX "conflict_reasons_user" ON "conflict_reasons" USING btree ("user_id");