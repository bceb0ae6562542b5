CREATE TABLE "contact_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"former" text NOT NULL,
	"was_verified" boolean NOT NULL,
	"undo_hash" "bytea" NOT NULL,
	"undo_until" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_changes_undo_hash_unique" UNIQUE("undo_hash")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "contact_locked_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "new_email" text;--> statement-breakpoint
ALTER TABLE "contact_changes" ADD CONSTRAINT "contact_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_changes_user" ON "contact_changes" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "contact_changes_until" ON "contact_changes" USING btree ("undo_until");