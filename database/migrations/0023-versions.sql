-- What was set aside, as ranges of the order: an answer that is stored later is in the range that its question is in.
alter table conversations add column set_aside int4multirange not null default '{}';

-- The question whose place a question has taken.
alter table messages add column replaces uuid;
