-- Which task sends a message. Those that cannot wait have workers of their own.
CREATE OR REPLACE FUNCTION delivery_task(p_event text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_event = 'reply' THEN 'deliver_reply'
    WHEN p_event IN ('offer', 'seated', 'offer-lapsed') THEN 'deliver_offer'
    WHEN p_event IN ('password-changed', 'password-reset', 'phone-changed') THEN 'deliver_notice'
    ELSE 'deliver'
  END
$$;
