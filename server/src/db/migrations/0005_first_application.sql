ALTER TABLE "users" ADD COLUMN "first_application_id" uuid;--> statement-breakpoint
CREATE INDEX "users_first_application" ON "users" USING btree ("first_application_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE FUNCTION keep_first_application() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  person uuid := coalesce(NEW.user_id, OLD.user_id);
  oldest uuid := (SELECT application_id FROM assignments WHERE user_id = person ORDER BY id LIMIT 1);
BEGIN
  UPDATE users SET first_application_id = oldest WHERE id = person AND first_application_id IS DISTINCT FROM oldest;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER assignments_first_application AFTER INSERT OR DELETE ON assignments
  FOR EACH ROW EXECUTE FUNCTION keep_first_application();
--> statement-breakpoint
UPDATE users SET first_application_id = (SELECT application_id FROM assignments WHERE user_id = users.id ORDER BY id LIMIT 1)
  WHERE EXISTS (SELECT 1 FROM assignments WHERE user_id = users.id);
