CREATE TABLE "access_review_causes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"cause" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "access_review_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"review_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"assignment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"role" text NOT NULL,
	"valid_from" timestamp with time zone,
	"valid_until" timestamp with time zone,
	"assigned_at" timestamp with time zone NOT NULL,
	"evidence" jsonb NOT NULL,
	"flags" text[] NOT NULL,
	"decided_stage" smallint DEFAULT 0 NOT NULL,
	"decision" text,
	"last_day" date,
	"comment" text DEFAULT '' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"is_hasty" boolean DEFAULT false NOT NULL,
	"first" jsonb,
	"outcome" text,
	"problem" text DEFAULT '' NOT NULL,
	"settled_at" timestamp with time zone,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "access_reviewers" (
	"line_id" uuid NOT NULL,
	"stage" smallint NOT NULL,
	"user_id" uuid NOT NULL,
	"review_id" uuid NOT NULL,
	CONSTRAINT "access_reviewers_line_id_stage_user_id_pk" PRIMARY KEY("line_id","stage","user_id")
);
--> statement-breakpoint
CREATE TABLE "access_reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"cause" text DEFAULT 'manual' NOT NULL,
	"owner_id" uuid NOT NULL,
	"reviewer_rule" text NOT NULL,
	"stages" smallint NOT NULL,
	"due_on" date NOT NULL,
	"silence" text NOT NULL,
	"scope" jsonb NOT NULL,
	"owner_session_id" uuid NOT NULL,
	"owner_ip" text NOT NULL,
	"is_reminded" boolean DEFAULT false NOT NULL,
	"is_escalated" boolean DEFAULT false NOT NULL,
	"closed_by" uuid,
	"closed_session_id" uuid,
	"closed_ip" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "access_review_causes" ADD CONSTRAINT "access_review_causes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_review_lines" ADD CONSTRAINT "access_review_lines_review_id_access_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."access_reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_review_lines" ADD CONSTRAINT "access_review_lines_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_review_lines" ADD CONSTRAINT "access_review_lines_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_review_lines" ADD CONSTRAINT "access_review_lines_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_reviewers" ADD CONSTRAINT "access_reviewers_line_id_access_review_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."access_review_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_reviewers" ADD CONSTRAINT "access_reviewers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_reviewers" ADD CONSTRAINT "access_reviewers_review_id_access_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."access_reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_review_lines_place" ON "access_review_lines" USING btree ("review_id","place");--> statement-breakpoint
CREATE INDEX "access_review_lines_open" ON "access_review_lines" USING btree ("review_id","decided_stage");--> statement-breakpoint
CREATE INDEX "access_review_lines_user" ON "access_review_lines" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "access_review_lines_application" ON "access_review_lines" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "access_review_lines_client" ON "access_review_lines" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "access_reviewers_user" ON "access_reviewers" USING btree ("user_id","review_id");--> statement-breakpoint
CREATE INDEX "access_reviewers_review" ON "access_reviewers" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "access_reviews_state" ON "access_reviews" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "access_reviews_open" ON "access_reviews" USING btree ("due_on") WHERE state in ('running', 'closing');--> statement-breakpoint
CREATE INDEX "access_reviews_owner" ON "access_reviews" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "access_reviews_ended" ON "access_reviews" USING btree ("ended_at") WHERE ended_at is not null;