-- Which key was used while an overlap lasts. Until then its rotation may have been lost on the way to the partner, and
-- the previous key may replace it once more. It names the key, so a rotation by the process of an earlier version
-- needs to know nothing of it.
alter table clients add column used_key_hash bytea;
comment on column clients.used_key_hash is 'no person';
