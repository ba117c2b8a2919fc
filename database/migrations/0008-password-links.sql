-- A link to choose a password that an administrator was shown: the person it is for is told at the next sign-in.
alter table hosted_users
  add column link_issued_by text,
  add column link_issued_at timestamptz;
