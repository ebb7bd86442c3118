-- Returns the same key for a course however its name was typed: in upper or lower case, with any blanks.
CREATE OR REPLACE FUNCTION course_key(p_course text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(btrim(regexp_replace(p_course, '[\s\u00a0\u2000-\u200b\u202f\u3000]+', ' ', 'g')))
$$;
