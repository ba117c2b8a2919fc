-- Whether the tenant's pages make links of addresses that only a model wrote, where an answer was written from documents.
alter table clients add column model_links boolean not null default false;
