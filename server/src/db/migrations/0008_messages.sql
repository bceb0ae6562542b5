CREATE TABLE "template_versions" (
	"template_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"registered_id" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "template_versions_template_id_version_pk" PRIMARY KEY("template_id","version")
);
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"outbox_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"gateway" text NOT NULL,
	"is_success" boolean NOT NULL,
	"answer" text NOT NULL,
	"took_ms" integer NOT NULL,
	CONSTRAINT "delivery_attempts_outbox_id_number_pk" PRIMARY KEY("outbox_id","number")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"notice" text NOT NULL,
	"language" text NOT NULL,
	"user_id" uuid,
	"application_id" uuid,
	"client_id" uuid,
	"recipient" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"gateway" text DEFAULT '' NOT NULL,
	"template" text DEFAULT '' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"has_secret" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "outbox_lanes" (
	"lane" text PRIMARY KEY NOT NULL,
	"per_second" integer DEFAULT 0 NOT NULL,
	"tokens" double precision DEFAULT 0 NOT NULL,
	"filled_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"paused_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"event" text NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"sealed_secret" "bytea",
	"sealed_previous_secret" "bytea",
	"previous_until" timestamp with time zone,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"updated_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "outbox_ready";--> statement-breakpoint
ALTER TABLE "email_configurations" ADD COLUMN "per_second" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_configurations" ADD COLUMN "options" jsonb DEFAULT '{"method":"POST","encoding":"form","tokenHeader":"Authorization","entityIdAttribute":"entityid","templateIdAttribute":"templateid","numberFormat":"national","unicode":{"attribute":"","value":""},"constants":[],"success":{"rule":"status"}}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_configurations" ADD COLUMN "per_second" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "language" text DEFAULT 'All' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "lane" text;--> statement-breakpoint
-- What was written before carries its rendered text, which nothing sends any more.
UPDATE "outbox" SET "state" = 'dead', "payload" = null, "last_error" = 'superseded', "settled_at" = now() WHERE "kind" = 'email' AND "state" = 'ready';--> statement-breakpoint
UPDATE "outbox" SET "lane" = "kind";--> statement-breakpoint
ALTER TABLE "outbox" ALTER COLUMN "lane" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "priority" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "not_after" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "tried_lanes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "rounds" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_attempts_at" ON "delivery_attempts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "messages_user" ON "messages" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "messages_state" ON "messages" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "messages_notice" ON "messages" USING btree ("notice","id");--> statement-breakpoint
CREATE INDEX "messages_application" ON "messages" USING btree ("application_id","id");--> statement-breakpoint
CREATE INDEX "messages_client" ON "messages" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "messages_recipient" ON "messages" USING btree (lower("recipient"),"id");--> statement-breakpoint
CREATE INDEX "messages_created" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" USING btree ("webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_ready" ON "outbox" USING btree ("lane","priority","run_at") WHERE state = 'ready';--> statement-breakpoint
INSERT INTO "template_versions" ("template_id", "version", "registered_id", "subject", "body", "created_by", "created_at")
SELECT "id", "version", "template_id", "subject", "body", "updated_by", "updated_at" FROM "templates";
