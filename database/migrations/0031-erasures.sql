-- An erasure finds what is a person's by an index, in every table that grows with what all users of the client do.

create index events_of_user on events (client_id, external_user_id) where external_user_id is not null;
create index audit_log_subject on audit_log (client_id, subject);
-- Few changes are of this setting.
create index audit_log_default_user on audit_log (client_id)
  where before ? 'openai_default_user' or after ? 'openai_default_user';
create index hosted_users_issuer on hosted_users (client_id, link_issued_by) where link_issued_by is not null;
