-- Where a session was started, so that its owner recognises it. Unknown for sessions of versions before this one.
alter table login_sessions
  add column user_agent text,
  add column address text;
