-- Most users have one row with few changes a day, which the key finds: only the rows whose epoch was raised need the
-- other index, so that the first turn of a user's day writes an entry less. Reads go on while it is built, since the
-- lock that shuts them out is taken last.
create index usage_users_renewed on usage_users (client_id, day, external_user_id, epoch) where epoch > 0;
drop index usage_users_newest;
