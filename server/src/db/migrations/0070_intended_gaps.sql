CREATE TABLE "intended_gaps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"step" integer,
	"range_from" bigint NOT NULL,
	"range_to" bigint,
	"regions" text[] NOT NULL,
	"reason" text NOT NULL,
	"last_day" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" uuid
);
--> statement-breakpoint
ALTER TABLE "intended_gaps" ADD CONSTRAINT "intended_gaps_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intended_gaps" ADD CONSTRAINT "intended_gaps_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intended_gaps" ADD CONSTRAINT "intended_gaps_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "intended_gaps_gap" ON "intended_gaps" USING btree ("application_id","client_id","page_id",coalesce(step, -1),"range_from",coalesce(range_to, -1),"regions");