CREATE TABLE "application_owners" (
	"application_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "application_owners_application_id_user_id_pk" PRIMARY KEY("application_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "application_owners" ADD CONSTRAINT "application_owners_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_owners" ADD CONSTRAINT "application_owners_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_owners_user" ON "application_owners" USING btree ("user_id","application_id");