-- Adds the job that sends a message, or replaces the message's waiting job.
-- p_request_id: the request that caused the message, for the log lines of the job.
-- This is an SQL function because queue_delivery calls it.
CREATE OR REPLACE FUNCTION add_deliver_job(
  p_delivery_id int, p_event text, p_request_id text
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM graphile_worker.add_job(
    -- Urgent messages have separate lanes in the job queue.
    CASE
      WHEN p_event = 'reply' THEN 'deliver_reply'
      WHEN p_event IN ('offer', 'joined', 'offer-expired') THEN 'deliver_offer'
      WHEN p_event IN ('password-changed', 'password-reset', 'phone-changed') THEN 'deliver_notice'
      ELSE 'deliver'
    END,
    json_strip_nulls(json_build_object('deliveryId', p_delivery_id, 'requestId', p_request_id)),
    job_key := 'deliver:' || p_delivery_id,
    -- Alerts to a whole group have a lower priority than messages to one golfer.
    priority := CASE WHEN p_event IN ('posted', 'opened', 'last-call') THEN 10 ELSE 0 END);
END $$;
