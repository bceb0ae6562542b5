-- What needs no strong sign-in keeps no day of it, whoever writes the row: it would delay what somebody needs later.
CREATE FUNCTION drop_unused_demand_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.strong_sign_in_from := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER roles_unused_demand_day BEFORE INSERT OR UPDATE ON "roles"
  FOR EACH ROW WHEN (NOT NEW.needs_strong_sign_in AND NEW.strong_sign_in_from IS NOT NULL) EXECUTE FUNCTION drop_unused_demand_day();
--> statement-breakpoint
CREATE TRIGGER clients_unused_demand_day BEFORE INSERT OR UPDATE ON "clients"
  FOR EACH ROW WHEN (NOT NEW.needs_strong_sign_in AND NEW.strong_sign_in_from IS NOT NULL) EXECUTE FUNCTION drop_unused_demand_day();
--> statement-breakpoint
CREATE TRIGGER applications_unused_demand_day BEFORE INSERT OR UPDATE ON "applications"
  FOR EACH ROW WHEN (NOT NEW.needs_strong_sign_in AND NEW.strong_sign_in_from IS NOT NULL) EXECUTE FUNCTION drop_unused_demand_day();
