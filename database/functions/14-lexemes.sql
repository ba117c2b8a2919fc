-- What finding documents needs to know of a text and of a document's requirements.

-- How often each lexeme occurs in a text. Documents and questions are read by this function alike. A configuration that
-- this server does not have is read as the simple one, which no server lacks.
create or replace function text_lexemes(p_language text, p_text text)
returns table (lexeme text, tf smallint)
language sql stable as $$
  select l.lexeme, cardinality(l.positions)::smallint
  from unnest(to_tsvector(coalesce(
    (select c.oid::regconfig from pg_ts_config c where c.cfgname = p_language and pg_ts_config_is_visible(c.oid)),
    'simple'::regconfig), p_text)) l
$$;

-- Whether a turn with these facts may use a document: each name that it requires has one of its values, compared as
-- JSON values.
create or replace function meets_requirements(p_facts jsonb, p_requires jsonb)
returns boolean
language sql immutable as $$
  select p_requires is null or not exists (
    select from jsonb_each(p_requires) r where (r.value @> (p_facts -> r.key)) is not true)
$$;
