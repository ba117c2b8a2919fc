-- In which language the reader of an answer is told what its tools do; null where no tool could be used, and where the
-- request does not say.
alter table turns add column language text;
comment on column turns.language is 'no person';
