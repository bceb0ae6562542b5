CREATE TABLE "email_configuration_owners" (
	"email_configuration_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "email_configuration_owners_email_configuration_id_user_id_pk" PRIMARY KEY("email_configuration_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "sms_configuration_owners" (
	"sms_configuration_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "sms_configuration_owners_sms_configuration_id_user_id_pk" PRIMARY KEY("sms_configuration_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "email_configuration_owners" ADD CONSTRAINT "email_configuration_owners_email_configuration_id_email_configurations_id_fk" FOREIGN KEY ("email_configuration_id") REFERENCES "public"."email_configurations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_configuration_owners" ADD CONSTRAINT "email_configuration_owners_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sms_configuration_owners" ADD CONSTRAINT "sms_configuration_owners_sms_configuration_id_sms_configurations_id_fk" FOREIGN KEY ("sms_configuration_id") REFERENCES "public"."sms_configurations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sms_configuration_owners" ADD CONSTRAINT "sms_configuration_owners_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_configuration_owners_user" ON "email_configuration_owners" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sms_configuration_owners_user" ON "sms_configuration_owners" USING btree ("user_id");