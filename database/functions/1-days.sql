-- The day that owns a charge, decided by the database in the transaction that charges.
create or replace function utc_day() returns date language sql stable as
$$ select (now() at time zone 'utc')::date $$;

-- Today's usage with the database's time of counting, so that the remaining time of the day follows the same clock.
create or replace function usage_of(p_client integer, p_user text) returns jsonb language sql stable as $$
  select jsonb_build_object('day', utc_day(), 'at', now(),
    'client', coalesce((select requests from usage_clients where client_id = p_client and day = utc_day()), 0),
    'requests', coalesce(u.requests, 0), 'priority', coalesce(u.priority, 0), 'deep_dive', coalesce(u.deep_dive, 0))
  from (values (1)) one(x)
  left join usage_users u on u.client_id = p_client and u.day = utc_day() and u.external_user_id = p_user
$$;
