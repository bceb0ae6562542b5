CREATE TABLE "uncovered_questions" (
	"application_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"action" text NOT NULL,
	"last_day" date NOT NULL,
	CONSTRAINT "uncovered_questions_application_id_page_id_client_id_action_pk" PRIMARY KEY("application_id","page_id","client_id","action")
);
--> statement-breakpoint
ALTER TABLE "uncovered_questions" ADD CONSTRAINT "uncovered_questions_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uncovered_questions" ADD CONSTRAINT "uncovered_questions_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uncovered_questions" ADD CONSTRAINT "uncovered_questions_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uncovered_questions_page" ON "uncovered_questions" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "uncovered_questions_client" ON "uncovered_questions" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "application_roles_of_name" ON "application_roles" USING btree ("application_id",lower("name")) WHERE deleted_at is null;