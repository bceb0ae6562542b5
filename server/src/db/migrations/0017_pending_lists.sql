-- A person's ten indexes of parts take some 200 entries. They wait in short lists, and go into the index together.
ALTER INDEX IF EXISTS users_first_name_part SET (fastupdate = on, gin_pending_list_limit = 64);
--> statement-breakpoint
ALTER INDEX IF EXISTS users_first_name_short SET (fastupdate = on, gin_pending_list_limit = 64);
--> statement-breakpoint
ALTER INDEX IF EXISTS users_last_name_part SET (fastupdate = on, gin_pending_list_limit = 64);
--> statement-breakpoint
ALTER INDEX IF EXISTS users_last_name_short SET (fastupdate = on, gin_pending_list_limit = 64);
--> statement-breakpoint
ALTER INDEX IF EXISTS users_phone_number_part SET (fastupdate = on, gin_pending_list_limit = 64);
--> statement-breakpoint
ALTER INDEX IF EXISTS users_phone_number_short SET (fastupdate = on, gin_pending_list_limit = 64);
--> statement-breakpoint
ALTER INDEX IF EXISTS users_email_part SET (fastupdate = on, gin_pending_list_limit = 64);
--> statement-breakpoint
ALTER INDEX IF EXISTS users_email_short SET (fastupdate = on, gin_pending_list_limit = 64);
--> statement-breakpoint
ALTER INDEX IF EXISTS users_user_name_part SET (fastupdate = on, gin_pending_list_limit = 64);
--> statement-breakpoint
ALTER INDEX IF EXISTS users_user_name_short SET (fastupdate = on, gin_pending_list_limit = 64);
--> statement-breakpoint
-- Room for the times of sign-ins beside their rows: then no index is written.
ALTER TABLE users SET (fillfactor = 85);
