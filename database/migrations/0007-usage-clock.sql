-- Usage of today, with the time at which the database counted: how long the day still lasts is for its clock to say.
create or replace function usage_of(p_client integer, p_user text) returns jsonb language sql stable as $$
  select jsonb_build_object('day', utc_day(), 'at', now(),
    'client', coalesce((select requests from usage_clients where client_id = p_client and day = utc_day()), 0),
    'requests', coalesce(u.requests, 0), 'priority', coalesce(u.priority, 0), 'deep_dive', coalesce(u.deep_dive, 0))
  from (values (1)) one(x)
  left join usage_users u on u.client_id = p_client and u.day = utc_day() and u.external_user_id = p_user
$$;
