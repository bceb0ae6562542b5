CREATE TABLE "approval_publish_dates" (
	"draft_id" uuid PRIMARY KEY NOT NULL,
	"publish_at" timestamp with time zone NOT NULL,
	"revision" integer NOT NULL,
	"version" bigint NOT NULL,
	"reason" text NOT NULL,
	"set_by" uuid NOT NULL,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_by" uuid,
	"session_id" uuid NOT NULL,
	"ip" text NOT NULL,
	"refused_at" timestamp with time zone,
	"refusal" text
);
--> statement-breakpoint
ALTER TABLE "approval_publish_requests" ADD COLUMN "publish_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "approval_publish_dates" ADD CONSTRAINT "approval_publish_dates_draft_id_approval_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."approval_drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approval_publish_dates_due" ON "approval_publish_dates" USING btree ("publish_at") WHERE refused_at is null;