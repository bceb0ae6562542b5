-- The rights of the role in DATABASE_URL when another role owns the tables. The owner runs it after each migration:
--   gatehouse database migrate --server-role gatehouse_server
-- or, for a role of this name, psql "$OWNER_URL" -f server-role.sql

grant usage on schema public to gatehouse_server;
grant select, insert, update, delete on all tables in schema public to gatehouse_server;

-- Lines of the audit and their seals are added. Lines and leaves are removed by retention, and the details of a purged
-- person are emptied. Triggers, which only the owner can switch off, check that seals come in order, that the newest one
-- has released what is removed, and that what is emptied is nothing but details of a person whose erasure is recorded.
revoke update on audit_events from gatehouse_server;
grant update (ip, detail) on audit_events to gatehouse_server;
revoke update on audit_leaves from gatehouse_server;
grant update (salt, details_hash) on audit_leaves to gatehouse_server;
revoke update, delete on audit_seals from gatehouse_server;
-- The migration says which lines are older than the chain; servers only move on in them.
revoke insert on audit_history from gatehouse_server;

-- Which migrations were applied is the owner's business.
revoke insert, update, delete on migrations from gatehouse_server;

alter default privileges in schema public grant select, insert, update, delete on tables to gatehouse_server;
