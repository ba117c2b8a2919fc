-- Why a provider did not answer, where that is known: what it refuses in a request, or what the operator has to mend.
alter table turns add column error_reason text;
