-- What a person does with conversations in lists.
alter table conversations add column pinned boolean not null default false;
alter table conversations add column archived boolean not null default false;

-- Rises with every change that leaves no other trace in the row: title, flags and feedback. Waiting readers compare it.
alter table conversations add column revision integer not null default 0;
