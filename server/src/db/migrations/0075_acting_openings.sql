CREATE TABLE "acting_openings" (
	"acting_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	CONSTRAINT "acting_openings_acting_id_application_id_pk" PRIMARY KEY("acting_id","application_id")
);
--> statement-breakpoint
ALTER TABLE "acting_openings" ADD CONSTRAINT "acting_openings_acting_id_actings_id_fk" FOREIGN KEY ("acting_id") REFERENCES "public"."actings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acting_openings" ADD CONSTRAINT "acting_openings_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "acting_openings_application" ON "acting_openings" USING btree ("application_id");