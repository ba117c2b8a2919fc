-- What an answer rests on: what its marks cite, and which of its addresses are not the model's own. Null where no
-- document was looked at.
alter table messages add column citations jsonb, add column links jsonb;
comment on column messages.citations is 'person';
comment on column messages.links is 'person';
comment on table messages is 'questions, answers with what they rest on, and feedback; until the conversation is deleted, by its user or by `retention_days`; 30 days where it is not listed';
