-- Links that confirm another email address of a user.

alter table user_links
  -- The address that the link confirms. Null for other purposes.
  add column new_email text,
  drop constraint user_links_purpose_check,
  add constraint user_links_purpose_check check (purpose in ('sign-in', 'password', 'email')),
  add constraint user_links_new_email_check check ((purpose = 'email') = (new_email is not null));
