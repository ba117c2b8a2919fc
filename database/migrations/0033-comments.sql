-- What is stored about people stands in comments. That of a table says what it holds, and for how long; that of a column
-- says whether it holds an identity, an address, a secret or words of a person. Every column with text, an id or JSON
-- has one, so that a test finds a column that was forgotten.

do $$
declare
  held record;
  described record;
begin
  for held in select * from (values
    ('turn_output', 'the text of running answers so far; until the answer is stored', '{text}'),
    ('messages',
      'questions, answers and feedback; until the conversation is deleted, by its user or by `retention_days`; '
        || '30 days where it is not listed',
      '{content,rating,comment}'),
    ('response_requests',
      'instructions and metadata of requests for responses; as long as their conversation',
      '{instructions,metadata}'),
    ('conversations',
      'titles, and whose conversation it is; until it is deleted, by its user or by `retention_days`',
      '{external_user_id,title}'),
    ('turns',
      'who asked, when, and how it ended, without text; until the client is deleted',
      '{external_user_id,idempotency_key,request_id}'),
    ('usage_users', 'how much each user has used on a day; until the client is deleted', '{external_user_id}'),
    ('ledger', 'the charges and refunds of each user; until the client is deleted', '{external_user_id}'),
    ('audit_log',
      'who changed what, with the email addresses of people who sign in; until the client is deleted',
      '{actor,subject,before,after}'),
    ('webhook_deliveries',
      'which events were delivered to which endpoint, with the first kilobyte of each reply; 30 days',
      '{tries}'),
    ('events', 'what has happened, and to which user, without text; 30 days', '{external_user_id,data}'),
    ('quota_notices', 'which users have reached a limit on a day; until the client is deleted', '{external_user_id}'),
    ('idempotency_keys', 'the keys of requests, and who sent them; 24 hours', '{external_user_id,key,request_hash}'),
    ('lane_heads',
      'the users with queued jobs, for clients with a limit of concurrent turns; until the job starts',
      '{user_id}'),
    ('login_codes',
      'hashes of the links and codes sent to people who sign in; seven days at most',
      '{user_id,code_hash,bound_to}'),
    ('login_sessions',
      'who is signed in, with which browser and from which address; 12 hours',
      '{id,user_id,user_agent,address}'),
    ('hosted_users',
      'email address, password hash, last visit and language of people who sign in; until the user is deleted',
      '{id,email,password_hash,link_issued_by,language,invited_language}'),
    ('login_throttle', 'hashes of an account and a network that tried to sign in; 15 minutes', '{bucket}'),
    ('blocked_users', 'blocked users; until the user is unblocked', '{external_user_id}'),
    ('erasures', 'users whose data is being erased; until the erasure has ended', '{external_user_id,behind}'),
    ('clients',
      'the partners: limits, flags, key hashes, and the user of requests that name none; until the client is deleted',
      '{openai_default_user}'),
    ('operators',
      'email address and role of the people of the console; until the operator removes them',
      '{id,email}'),
    ('operator_links', 'hashes of links for the people of the console; 24 hours', '{code_hash,email}'),
    ('operator_passkeys',
      'public keys of operators; until the passkey is removed',
      '{id,operator_id,name,public_key}'),
    ('operator_sessions', 'who is signed in to the console; 12 hours', '{token_hash,id,operator_id}'),
    ('operator_ceremonies',
      'passkey checks in progress; a few minutes',
      '{handle_hash,challenge,session_id}'),
    ('agents', 'instructions and models; until the agent is deleted', '{}'),
    ('client_agents', 'which clients may use which agents; until the client is deleted', '{}'),
    ('unlisted_conversations',
      'which conversations no list shows; until the conversation is deleted, or listed',
      '{}'),
    ('brands', 'colours, words and logo of a tenant; until the client is deleted', '{}'),
    ('usage_clients', 'how much each client has used on a day; until the client is deleted', '{}'),
    ('usage_models', 'turns and tokens of each client by day, model and agent; until the client is deleted', '{}'),
    ('usage_days', 'turns and tokens of all clients together by day, model and agent; for good', '{}'),
    ('usage_months', 'turns of each client by month; until the client is deleted', '{}'),
    ('usage_model_entries', 'what the next fold adds to `usage_models`; a minute', '{}'),
    ('refusal_minutes', 'refused requests of each client by minute and code; 7 days', '{}'),
    ('provider_minutes', 'calls to each model by minute; 7 days', '{}'),
    ('turn_traces', 'the trace of each queued job; a day', '{}'),
    ('webhooks', 'addresses that events are delivered to; until the endpoint is deleted', '{}'),
    ('event_log', 'the generation of the event log, and the timeline of the server; always', '{}'),
    ('burst_windows', 'requests of the current minute; until the client is deleted', '{}'),
    ('retention_passes', 'how far the search for old conversations has come; until the client is deleted', '{}'),
    ('turn_readers', 'running turns that are being read; a few seconds', '{}'),
    ('lanes', 'the time of the fair order, and where the first job is looked for; always', '{}'),
    ('lane_clients', 'the last place of each client in the queue; until the place has passed', '{}'),
    ('lane_ranges', 'the number of queued jobs in each part of the queue; until the jobs have started', '{}'),
    ('processes', 'the running processes; until the process stops', '{}')
  ) as v (name, about, people) loop
    execute format('comment on table %I is %L', held.name, held.about);
    for described in
      select a.attname as name from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = held.name::regclass and a.attnum > 0 and not a.attisdropped
        and t.typname not in ('int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'bool', 'date', 'timestamptz',
          'interval', '_int4', '_int8', '_float8', 'xid8')
    loop
      execute format('comment on column %I.%I is %L', held.name, described.name,
        case when described.name = any (held.people::text[]) then 'person' else 'no person' end);
    end loop;
  end loop;
end $$;
