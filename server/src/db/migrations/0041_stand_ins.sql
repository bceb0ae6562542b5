CREATE TABLE "stand_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lender_id" uuid NOT NULL,
	"stand_in_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"client_id" uuid,
	"role" text NOT NULL,
	"page_ids" uuid[],
	"up_to" bigint,
	"all_regions" boolean DEFAULT true NOT NULL,
	"regions" text[] DEFAULT '{}' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	"valid_until" timestamp with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" uuid
);
--> statement-breakpoint
ALTER TABLE "stand_ins" ADD CONSTRAINT "stand_ins_lender_id_users_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stand_ins" ADD CONSTRAINT "stand_ins_stand_in_id_users_id_fk" FOREIGN KEY ("stand_in_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stand_ins" ADD CONSTRAINT "stand_ins_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stand_ins" ADD CONSTRAINT "stand_ins_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stand_ins_stand_in" ON "stand_ins" USING btree ("stand_in_id","application_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "stand_ins_open_lender" ON "stand_ins" USING btree ("lender_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "stand_ins_lender" ON "stand_ins" USING btree ("lender_id","id");--> statement-breakpoint
CREATE INDEX "stand_ins_of_person" ON "stand_ins" USING btree ("stand_in_id","id");--> statement-breakpoint
CREATE INDEX "stand_ins_application" ON "stand_ins" USING btree ("application_id","stand_in_id");--> statement-breakpoint
CREATE INDEX "stand_ins_client" ON "stand_ins" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "stand_ins_until" ON "stand_ins" USING btree ("valid_until");--> statement-breakpoint
-- Whoever takes a role away, by whatever statement, ends what is lent of it.
CREATE FUNCTION end_stand_ins_of_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stand_ins t SET ended_at = now()
    WHERE t.ended_at IS NULL AND t.valid_until > now()
      AND (t.lender_id, t.application_id) IN (SELECT o.user_id, o.application_id FROM former_rows o)
      AND NOT EXISTS (SELECT 1 FROM assignments s
        WHERE s.user_id = t.lender_id AND s.application_id = t.application_id AND lower(s.role) = lower(t.role)
          AND (t.client_id IS NULL OR s.client_id = t.client_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER assignments_removed_stand_ins AFTER DELETE ON assignments REFERENCING OLD TABLE AS former_rows
  FOR EACH STATEMENT EXECUTE FUNCTION end_stand_ins_of_role();
--> statement-breakpoint
CREATE TRIGGER assignments_changed_stand_ins AFTER UPDATE ON assignments REFERENCING OLD TABLE AS former_rows
  FOR EACH STATEMENT EXECUTE FUNCTION end_stand_ins_of_role();
--> statement-breakpoint
-- What an account has lent ends when it is deactivated, deleted or locked, and stays ended when it is opened again.
CREATE FUNCTION end_stand_ins_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stand_ins SET ended_at = now() WHERE lender_id = NEW.id AND ended_at IS NULL AND valid_until > now();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_closed_stand_ins AFTER UPDATE OF is_active, deleted_at, locks ON users FOR EACH ROW
  WHEN (NEW.is_active IS DISTINCT FROM OLD.is_active AND NOT NEW.is_active
    OR NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL OR NEW.locks <> OLD.locks)
  EXECUTE FUNCTION end_stand_ins_of_person();
