CREATE TABLE "approval_nights" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"checked_on" date NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "approval_nights" ADD CONSTRAINT "approval_nights_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;