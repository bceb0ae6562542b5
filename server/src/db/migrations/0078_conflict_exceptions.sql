CREATE TABLE "conflict_exceptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"rule_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"control" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"valid_until" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" uuid,
	"is_end_notified" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conflict_exceptions" ADD CONSTRAINT "conflict_exceptions_rule_id_role_conflicts_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."role_conflicts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conflict_exceptions" ADD CONSTRAINT "conflict_exceptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conflict_exceptions_user" ON "conflict_exceptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "conflict_exceptions_rule" ON "conflict_exceptions" USING btree ("rule_id","id");--> statement-breakpoint
CREATE INDEX "conflict_exceptions_until" ON "conflict_exceptions" USING btree ("valid_until");