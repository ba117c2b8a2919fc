-- Whether a partner sees what its usage costs.
alter table clients add column show_cost boolean not null default false;

-- Calls of each client by month (its first day) and model, which the fold of usage_calls adds up, too: what a page of
-- clients costs is read from some hundred rows, however many days, agents and outcomes there are.
create table usage_call_months (
  client_id integer not null,
  month date not null,
  provider text not null,
  model text not null,
  calls bigint not null,
  calls_without_tokens bigint not null,
  input_tokens bigint,
  cache_read_tokens bigint,
  cache_write_tokens bigint,
  output_tokens bigint,
  primary key (client_id, month, provider, model)
) with (fillfactor = 70);
create index usage_call_months_month on usage_call_months (month);

insert into usage_call_months
  select client_id, date_trunc('month', day::timestamp)::date, provider, model, sum(calls), sum(calls_without_tokens),
    sum(input_tokens), sum(cache_read_tokens), sum(cache_write_tokens), sum(output_tokens)
  from usage_calls group by 1, 2, 3, 4;

comment on table usage_call_months is 'calls to models and their tokens of each client by month and model; until the client is deleted';
comment on column usage_call_months.provider is 'no person';
comment on column usage_call_months.model is 'no person';
