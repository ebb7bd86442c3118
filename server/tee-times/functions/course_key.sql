-- Returns a key that is the same for names of a course that differ only in case or white space.
CREATE OR REPLACE FUNCTION course_key(p_course text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(btrim(regexp_replace(p_course, '[\s\u00a0\u2000-\u200b\u202f\u3000]+', ' ', 'g')))
$$;
