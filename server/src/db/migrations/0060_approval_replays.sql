CREATE TABLE "approval_replay_changes" (
	"job_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"client_id" uuid,
	"page" text NOT NULL,
	"action" text NOT NULL,
	"amount" text NOT NULL,
	"region" text NOT NULL,
	"was_allowed" boolean NOT NULL,
	"is_allowed" boolean NOT NULL,
	"is_allowed_now" boolean NOT NULL,
	"is_unapprovable" boolean NOT NULL,
	"reasons_before" text[] NOT NULL,
	"reasons_after" text[] NOT NULL,
	CONSTRAINT "approval_replay_changes_job_id_number_pk" PRIMARY KEY("job_id","number")
);
--> statement-breakpoint
CREATE TABLE "approval_replays" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"draft_id" uuid,
	"draft_name" text DEFAULT '' NOT NULL,
	"version" bigint,
	"first_day" text NOT NULL,
	"last_day" text NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone NOT NULL,
	"compared" text DEFAULT '' NOT NULL,
	"last_at" timestamp with time zone,
	"last_id" bigint,
	"replayed" integer DEFAULT 0 NOT NULL,
	"allow_to_deny" integer DEFAULT 0 NOT NULL,
	"deny_to_allow" integer DEFAULT 0 NOT NULL,
	"changed_anyway" integer DEFAULT 0 NOT NULL,
	"unapprovable" integer DEFAULT 0 NOT NULL,
	"not_replayed" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_complete" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "approval_replay_changes" ADD CONSTRAINT "approval_replay_changes_job_id_approval_replays_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."approval_replays"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_replay_changes" ADD CONSTRAINT "approval_replay_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_replays" ADD CONSTRAINT "approval_replays_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_replays" ADD CONSTRAINT "approval_replays_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_replays" ADD CONSTRAINT "approval_replays_draft_id_approval_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."approval_drafts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approval_replay_changes_user" ON "approval_replay_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "approval_replays_application" ON "approval_replays" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "approval_replays_draft" ON "approval_replays" USING btree ("draft_id");