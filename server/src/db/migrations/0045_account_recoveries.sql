CREATE TABLE "account_recoveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"new_email" text NOT NULL,
	"reason" text NOT NULL,
	"stop_hash" "bytea",
	"secret_hash" "bytea",
	"started_by" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"approved_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "account_recoveries_stop_hash_unique" UNIQUE("stop_hash"),
	CONSTRAINT "account_recoveries_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "account_recoveries" ADD CONSTRAINT "account_recoveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_recoveries_open" ON "account_recoveries" USING btree ("user_id") WHERE state in ('approval', 'waiting', 'sent');--> statement-breakpoint
CREATE INDEX "account_recoveries_user" ON "account_recoveries" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "account_recoveries_ready" ON "account_recoveries" USING btree ("ready_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "account_recoveries_expires" ON "account_recoveries" USING btree ("expires_at");