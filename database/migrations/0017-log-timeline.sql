-- The timeline of the server on which the generation of the log began; null: it is not known.
alter table event_log add column timeline text;
