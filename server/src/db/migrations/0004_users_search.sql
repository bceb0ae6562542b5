-- Lists of people at any size: ordered by any column, and searched by a part of any field.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Texts of one or two characters: trigrams cannot find those. Its cost keeps the planner from computing it for many rows;
-- the indexes over it are not partial, because the planner reads no statistics of those.
CREATE FUNCTION short_grams(value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
  SELECT coalesce(array_agg(DISTINCT substr(lower(value), i, n)), '{}')
  FROM generate_series(1, length(lower(value))) AS i, generate_series(1, 2) AS n
  WHERE i + n - 1 <= length(lower(value))
$$;
--> statement-breakpoint
CREATE INDEX users_first_name_order ON users (lower(first_name), id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX users_first_name_part ON users USING gin (first_name gin_trgm_ops) WITH (fastupdate = off) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX users_first_name_short ON users USING gin (short_grams(first_name)) WITH (fastupdate = off);
--> statement-breakpoint
CREATE INDEX users_last_name_order ON users (lower(last_name), id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX users_last_name_part ON users USING gin (last_name gin_trgm_ops) WITH (fastupdate = off) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX users_last_name_short ON users USING gin (short_grams(last_name)) WITH (fastupdate = off);
--> statement-breakpoint
CREATE INDEX users_phone_number_order ON users (lower(phone_number), id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX users_phone_number_part ON users USING gin (phone_number gin_trgm_ops) WITH (fastupdate = off) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX users_phone_number_short ON users USING gin (short_grams(phone_number)) WITH (fastupdate = off);
--> statement-breakpoint
CREATE INDEX users_email_order ON users (lower(email), id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX users_email_part ON users USING gin (email gin_trgm_ops) WITH (fastupdate = off) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX users_email_short ON users USING gin (short_grams(email)) WITH (fastupdate = off);
--> statement-breakpoint
CREATE INDEX users_user_name_order ON users (lower(user_name), id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX users_user_name_part ON users USING gin (user_name gin_trgm_ops) WITH (fastupdate = off) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX users_user_name_short ON users USING gin (short_grams(user_name)) WITH (fastupdate = off);
--> statement-breakpoint
CREATE INDEX users_active_order ON users ((NOT is_active), id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX users_updated_order ON users (updated_at, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX users_id_order ON users (id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX users_inactive ON users (id) WHERE NOT is_active AND deleted_at IS NULL;
