CREATE TABLE "activity_quarters" (
	"starts_at" timestamp with time zone PRIMARY KEY NOT NULL,
	"signed_in" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"throttled" integer DEFAULT 0 NOT NULL,
	"launched" integer DEFAULT 0 NOT NULL,
	"open_id_sign_ins" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_days" (
	"starts_at" timestamp with time zone NOT NULL,
	"application_id" uuid NOT NULL,
	"launched" integer DEFAULT 0 NOT NULL,
	"open_id_sign_ins" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "application_days_starts_at_application_id_pk" PRIMARY KEY("starts_at","application_id")
);
--> statement-breakpoint
CREATE TABLE "application_quarters" (
	"starts_at" timestamp with time zone NOT NULL,
	"application_id" uuid NOT NULL,
	"launched" integer DEFAULT 0 NOT NULL,
	"open_id_sign_ins" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "application_quarters_starts_at_application_id_pk" PRIMARY KEY("starts_at","application_id")
);
--> statement-breakpoint
DROP INDEX IF EXISTS "activity_counts_starts";
--> statement-breakpoint
-- A row for each event and application was one too many to be added up. What was counted is counted again.
DROP TABLE "activity_counts";
--> statement-breakpoint
-- Whatever is written later has its place in the queue, and what there is now has none.
LOCK TABLE "audit_events" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
DELETE FROM "activity_queue";
--> statement-breakpoint
UPDATE "activity_progress" SET "earlier_than" = (SELECT max("number") + 1 FROM "audit_events");
