-- For the last calls of a tool server, newest first.
create index tool_calls_of_server on tool_calls (client_id, server_id, created_at);
