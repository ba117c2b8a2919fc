-- Where no document of a corpus requires anything of a turn, a search need not look at what each one requires.
alter table corpora add column restricted integer not null default 0;
update corpora c set restricted = d.restricted
  from (select corpus, count(*) as restricted from documents where requires is not null group by corpus) d
  where d.corpus = c.id;

-- What stands beside a chunk is found by its place, however long the document is.
create index chunks_place on chunks (corpus, document, n);
drop index chunks_document;
