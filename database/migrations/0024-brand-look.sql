-- The assistant's name (null: the tenant's), and the shape, typeface and density of a tenant's pages.
alter table brands
  add column assistant_name text,
  add column radius text not null default 'soft' check (radius in ('soft', 'square', 'round')),
  add column font text not null default 'standard'
    check (font in ('standard', 'system', 'humanist', 'geometric', 'serif')),
  add column density text not null default 'comfortable' check (density in ('comfortable', 'compact'));
