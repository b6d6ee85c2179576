-- Keys of model and speech vendors that were entered in the dashboard, for one account or for the installation.

create table vendor_keys (
  -- Null: for the installation.
  account_id bigint references accounts (id) on delete cascade,
  vendor text not null check (length(vendor) between 1 and 40),
  -- Encrypted with the master key.
  sealed_key bytea not null,
  -- The masked key.
  hint text not null,
  base_url text check (length(base_url) <= 2048),
  region text check (length(region) <= 40),
  -- The name of the member or of the API key.
  set_by text not null,
  set_at timestamptz not null,
  tested_at timestamptz not null,
  last_error text check (length(last_error) <= 500),
  unique nulls not distinct (account_id, vendor)
);
