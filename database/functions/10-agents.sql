-- Whether a client may use an agent: what its binding says, and without one, whether the agent is open to all.
create or replace function agent_allowed(p_client integer, p_agent text) returns boolean language sql stable as $$
  select coalesce(
    (select coalesce(ca.bound, not a.reserved)
     from agents a left join client_agents ca on ca.client_id = p_client and ca.agent_slug = a.slug
     where a.slug = p_agent), false)
$$;
