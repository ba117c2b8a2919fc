-- The day that owns a charge, decided by the database in the transaction that charges.
create or replace function utc_day() returns date language sql stable as
$$ select (now() at time zone 'utc')::date $$;

-- The day on which something began so many milliseconds ago.
create or replace function utc_day_before(p_ms float8) returns date language sql stable as
$$ select ((now() - p_ms * interval '1 ms') at time zone 'utc')::date $$;

-- Creates or locks a client's row of today. Its newest version is found without the dead ones of earlier epochs.
create or replace function lock_usage(p_client integer) returns void language plpgsql
set enable_seqscan = off set enable_sort = off as $$
begin
  for v_try in 1..2 loop
    perform 1 from usage_clients where client_id = p_client and day = utc_day() order by epoch desc limit 1 for update;
    exit when found;
    insert into usage_clients (client_id, day) values (p_client, utc_day()) on conflict do nothing;
  end loop;
end $$;
