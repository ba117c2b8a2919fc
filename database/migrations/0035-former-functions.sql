-- Functions that processes of 0.2.0 and 0.3.0 called. Those of 0.4.0, which run beside this release, call none of them.
drop function if exists
  admit_plain(admission[], date), admit_turn(admission, date), admit_turns(admission[]), begin_turn(integer, uuid, uuid),
  cancel_all(integer, text, text), cancel_conversation(integer, uuid, text), cancel_turn(integer, uuid, text),
  claim_turn(turns, uuid), close_turn(turns, text, text, text, boolean), delete_conversation(integer, text, uuid),
  expire_turn(integer, uuid, interval), finish_attempts(finish[], integer[]), finish_turns(finish[]),
  heartbeat(uuid, interval, integer, integer, jsonb), interrupt_conversation(integer, uuid, uuid),
  let_go_turn(integer, uuid, integer), merge_ranges(), overdue_turns(interval), place_jobs(admission[], json[]),
  put_back(turns, integer), quota_refusal(text, text, integer, text), range_of(text, integer, bigint, uuid),
  recover_turn(integer, uuid, integer), refusal(text, jsonb), release_next(integer, uuid),
  settle_turns(turns[], text[]), usage_of(integer, text);
drop type admission;
