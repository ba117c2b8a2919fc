-- What a model costs from a day on, in money for a million tokens. What was used is never stored as money: the cost of
-- a day is its tokens times the prices of that day.
create table model_prices (
  -- `<provider>/<model>`
  model text not null,
  -- The first UTC day of the price, which ends where the model's next one begins.
  from_day date not null,
  -- The same in every row: see `PriceManager`.
  currency text not null,
  input numeric(18, 9) not null check (input >= 0),
  -- Null: the price of input.
  cache_read numeric(18, 9) check (cache_read >= 0),
  cache_write numeric(18, 9) check (cache_write >= 0),
  output numeric(18, 9) not null check (output >= 0),
  primary key (model, from_day)
);
comment on table model_prices is 'what the operator says that a million tokens cost, by model and day; for good';
comment on column model_prices.model is 'no person';
comment on column model_prices.currency is 'no person';
