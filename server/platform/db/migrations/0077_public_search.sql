-- The first name and the initial of the last one (twin: toFirstNameAndInitial of contract/rules/person-name.ts, which explains it).
CREATE FUNCTION short_name(name text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  trimmed text := regexp_replace(name, '^[ \t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+|[ \t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+$', '', 'g');
  title text := coalesce(substring(trimmed from '^(?:[أادمش]\.?|[أا]م|[أا]بو|[أام]\.?د\.?|ال(?:طالب|مدرب|معلم|مشرف|مهندس|دكتور|[أا]ستاذ|سيد)[ةه]?|[أا]ستاذ[ةه]?|دكتور[ةه]?|مهندس[ةه]?|ولي[ةه]?[ \t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+(?:ال)?[أا]مر(?:[ \t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+الطالب[ةه]?)?)[ \t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[/\\][ \t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*'), '');
  names text[] := '{}';
  previous text := '';
  word text;
  bare text;
  last_name text;
BEGIN
  FOREACH word IN ARRAY regexp_split_to_array(substr(trimmed, length(title) + 1), '[ \t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff_.,،;؛:/\\|·•–—&+"()«»]+') LOOP
    CONTINUE WHEN word = '';
    bare := regexp_replace(word, '[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]', '', 'g');
    IF previous ~* '^(?:عبد|[أا]بو|[أا]م|abd|abdul|abdel|abu|abou|umm)$' OR previous || ' ' || bare ~ '[\u0621-\u064a\u0671-\u06d3] ال(?:له|دين)$' THEN
      names[cardinality(names)] := names[cardinality(names)] || ' ' || word;
    ELSE
      names := array_append(names, word);
    END IF;
    previous := bare;
  END LOOP;
  SELECT each INTO last_name FROM unnest(names[2:]) WITH ORDINALITY AS given(each, at) WHERE each ~ '[A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02c1\u02c6-\u02d1\u02e0-\u02e4\u02ec\u02ee\u0370-\u0374\u0376-\u0377\u037a-\u037d\u037f\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03f5\u03f7-\u0481\u048a-\u052f\u0531-\u0556\u0559\u0560-\u0588\u05d0-\u05ea\u05ef-\u05f2\u0620-\u064a\u066e-\u066f\u0671-\u06d3\u06d5\u06e5-\u06e6\u06ee-\u06ef\u06fa-\u06fc\u06ff\u0710\u0712-\u072f\u074d-\u074f\u0750-\u07b1\u08a0-\u08c9\u0904-\u0939\u0980-\u1fff\u2c00-\u2dff\u3005\u3006\u3031-\u3035\u3041-\ud7ff\uf900-\ufb4f\ufb50-\ufbb1\ufbd3-\ufd3d\ufd50-\ufd8f\ufd92-\ufdc7\ufdf0-\ufdfb\ufe70-\ufe74\ufe76-\ufefc\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc]' ORDER BY at DESC LIMIT 1;
  IF last_name IS NULL OR name IN ('Player · لاعب', 'Participant · مشارك') THEN
    RETURN trimmed;
  END IF;
  last_name := regexp_replace(regexp_replace(last_name, '^[^A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02c1\u02c6-\u02d1\u02e0-\u02e4\u02ec\u02ee\u0370-\u0374\u0376-\u0377\u037a-\u037d\u037f\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03f5\u03f7-\u0481\u048a-\u052f\u0531-\u0556\u0559\u0560-\u0588\u05d0-\u05ea\u05ef-\u05f2\u0620-\u064a\u066e-\u066f\u0671-\u06d3\u06d5\u06e5-\u06e6\u06ee-\u06ef\u06fa-\u06fc\u06ff\u0710\u0712-\u072f\u074d-\u074f\u0750-\u07b1\u08a0-\u08c9\u0904-\u0939\u0980-\u1fff\u2c00-\u2dff\u3005\u3006\u3031-\u3035\u3041-\ud7ff\uf900-\ufb4f\ufb50-\ufbb1\ufbd3-\ufd3d\ufd50-\ufd8f\ufd92-\ufdc7\ufdf0-\ufdfb\ufe70-\ufe74\ufe76-\ufefc\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc]+', ''), '[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]', '', 'g');
  RETURN title || names[1] || ' ' || left(regexp_replace(last_name, '^ال(?!له(?![A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02c1\u02c6-\u02d1\u02e0-\u02e4\u02ec\u02ee\u0370-\u0374\u0376-\u0377\u037a-\u037d\u037f\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03f5\u03f7-\u0481\u048a-\u052f\u0531-\u0556\u0559\u0560-\u0588\u05d0-\u05ea\u05ef-\u05f2\u0620-\u064a\u066e-\u066f\u0671-\u06d3\u06d5\u06e5-\u06e6\u06ee-\u06ef\u06fa-\u06fc\u06ff\u0710\u0712-\u072f\u074d-\u074f\u0750-\u07b1\u08a0-\u08c9\u0904-\u0939\u0980-\u1fff\u2c00-\u2dff\u3005\u3006\u3031-\u3035\u3041-\ud7ff\uf900-\ufb4f\ufb50-\ufbb1\ufbd3-\ufd3d\ufd50-\ufd8f\ufd92-\ufdc7\ufdf0-\ufdfb\ufe70-\ufe74\ufe76-\ufefc\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc]))(?=[A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02c1\u02c6-\u02d1\u02e0-\u02e4\u02ec\u02ee\u0370-\u0374\u0376-\u0377\u037a-\u037d\u037f\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03f5\u03f7-\u0481\u048a-\u052f\u0531-\u0556\u0559\u0560-\u0588\u05d0-\u05ea\u05ef-\u05f2\u0620-\u064a\u066e-\u066f\u0671-\u06d3\u06d5\u06e5-\u06e6\u06ee-\u06ef\u06fa-\u06fc\u06ff\u0710\u0712-\u072f\u074d-\u074f\u0750-\u07b1\u08a0-\u08c9\u0904-\u0939\u0980-\u1fff\u2c00-\u2dff\u3005\u3006\u3031-\u3035\u3041-\ud7ff\uf900-\ufb4f\ufb50-\ufbb1\ufbd3-\ufd3d\ufd50-\ufd8f\ufd92-\ufdc7\ufdf0-\ufdfb\ufe70-\ufe74\ufe76-\ufefc\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc]{2})', ''), 1) || '.';
END
$$;--> statement-breakpoint
ALTER TABLE "frozen_score_entries" ADD COLUMN "public_search" text GENERATED ALWAYS AS (search_form(short_name(player_name) || E'\n' || team_name || E'\n' || team_no || E'\n' || school)) STORED;--> statement-breakpoint
ALTER TABLE "score_entries" ADD COLUMN "public_search" text GENERATED ALWAYS AS (search_form(short_name(player_name) || E'\n' || team_name || E'\n' || team_no || E'\n' || school)) STORED;