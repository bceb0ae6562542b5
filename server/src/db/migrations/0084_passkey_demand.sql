ALTER TABLE "applications" ADD COLUMN "needs_passkey" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "passkey_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "needs_passkey" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "passkey_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "needs_passkey" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "passkey_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "passkey_notified" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "factor" text;--> statement-breakpoint
UPDATE "sessions" SET "factor" = 'passkey' WHERE "is_strong" AND "ended_at" IS NULL AND 'pop' = ANY("amr");
--> statement-breakpoint
DROP TRIGGER roles_unused_demand_day ON "roles";
--> statement-breakpoint
DROP TRIGGER clients_unused_demand_day ON "clients";
--> statement-breakpoint
DROP TRIGGER applications_unused_demand_day ON "applications";
--> statement-breakpoint
DROP FUNCTION drop_unused_demand_day();
--> statement-breakpoint
-- What is not needed keeps no day, whoever writes the row: it would delay what somebody needs later. A passkey is a strong
-- sign-in, too. While its day has not come, the strong sign-in goes on that was needed before.
CREATE FUNCTION keep_demand_consistent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT NEW.needs_strong_sign_in THEN
    NEW.strong_sign_in_from := NULL;
    NEW.needs_passkey := false;
  END IF;
  IF NOT NEW.needs_passkey THEN
    NEW.passkey_from := NULL;
  ELSIF TG_OP = 'UPDATE' AND OLD.needs_strong_sign_in AND coalesce(OLD.strong_sign_in_from <= now(), true)
    AND NEW.strong_sign_in_from > now() THEN
    NEW.strong_sign_in_from := OLD.strong_sign_in_from;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER roles_demand BEFORE INSERT OR UPDATE OF needs_strong_sign_in, strong_sign_in_from, needs_passkey, passkey_from ON "roles"
  FOR EACH ROW EXECUTE FUNCTION keep_demand_consistent();
--> statement-breakpoint
CREATE TRIGGER clients_demand BEFORE INSERT OR UPDATE OF needs_strong_sign_in, strong_sign_in_from, needs_passkey, passkey_from ON "clients"
  FOR EACH ROW EXECUTE FUNCTION keep_demand_consistent();
--> statement-breakpoint
CREATE TRIGGER applications_demand BEFORE INSERT OR UPDATE OF needs_strong_sign_in, strong_sign_in_from, needs_passkey, passkey_from ON "applications"
  FOR EACH ROW EXECUTE FUNCTION keep_demand_consistent();
