-- What a tenant's chat says of the AI behind the fixed mark, by language; the page's own words where there is nothing.
alter table brands add column ai_notice jsonb not null default '{}';

comment on column brands.ai_notice is 'no person';
