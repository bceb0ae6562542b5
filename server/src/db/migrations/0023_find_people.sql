-- One search over all of a person: names in any order, email, user name and number. Not partial: the planner reads the
-- statistics of its expression only then.
CREATE INDEX users_any_part ON users USING gin ((' ' || first_name || ' ' || last_name || ' ' || email || ' ' || user_name || ' ' || phone_number) gin_trgm_ops) WITH (fastupdate = on, gin_pending_list_limit = 64);
--> statement-breakpoint
CREATE INDEX users_without_password ON users (id) WHERE password_hash IS NULL AND deleted_at IS NULL;
