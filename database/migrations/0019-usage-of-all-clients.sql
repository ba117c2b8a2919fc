-- Ended turns of all clients together: what a screen reads of a day does not grow with the number of clients. The fold
-- that adds to usage_models adds here, too.
create table usage_days (
  day date not null,
  provider text not null,
  model text not null,
  delivery text not null check (delivery in ('stream', 'job')),
  agent_slug text not null,
  turns bigint not null,
  failed bigint not null,
  cancelled bigint not null,
  expired bigint not null,
  refunded bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  first_texts bigint not null,
  first_text_ms bigint not null,
  primary key (day, provider, model, delivery, agent_slug)
) with (fillfactor = 70);

-- Ended turns of each client by month (its first day), by which the clients with the most are found.
create table usage_months (
  client_id integer not null,
  month date not null,
  turns bigint not null,
  primary key (client_id, month)
) with (fillfactor = 70);
create index usage_months_month on usage_months (month);

insert into usage_days
  select day, provider, model, delivery, agent_slug, sum(turns), sum(failed), sum(cancelled), sum(expired),
    sum(refunded), sum(input_tokens), sum(output_tokens), sum(first_texts), sum(first_text_ms)
  from usage_models group by 1, 2, 3, 4, 5;
insert into usage_months
  select client_id, date_trunc('month', day)::date, sum(turns) from usage_models group by 1, 2;
