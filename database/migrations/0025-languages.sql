-- The language that a person chose for pages and letters, and the one of the invitation, which letters follow until
-- then. Null where nothing is known.
alter table hosted_users add column language text;
alter table hosted_users add column invited_language text;
