import type pg from 'pg'
import { v7 as randomUUIDv7 } from 'uuid'

const firstNames =
  'احمد محمد سارة نورة عبدالله فاطمة خالد مريم يوسف عمر ليلى حسن حسين علي زينب ابراهيم هدى سلمان ريم طارق Omar Mona Karim Layla Adam Sara Hana Yusuf Nadia Samir'.split(
    ' ',
  )
const latinNames =
  'ahmed mohammed sara noura abdullah fatima khaled maryam yousef omar layla hassan hussein ali zainab ibrahim huda salman reem tariq omar mona karim layla adam sara hana yusuf nadia samir'.split(
    ' ',
  )
const lastNames =
  'الغامدي القحطاني العتيبي الشهري الزهراني المصري حداد منصور شريف البغدادي السيد عبدالرحمن الحربي Haddad Mansour Sharif Farouk Nasser Salem Aziz'.split(
    ' ',
  )
const words =
  'الروبوت لا يتحرك بعد التحديث وكيف أسجل فريقي في المسابقة من فضلكم ساعدوني the robot does not move after the update how can I register my team for the next season thank you'.split(
    ' ',
  )
const toSqlArray = (texts: readonly string[]) => `array[${texts.map((text) => `'${text}'`).join(',')}]`
/** SQL that picks one of the texts, the first ones much more often: 'احمد' is in about three of ten rows. */
const pickSkewed = (texts: readonly string[], salt: number) =>
  `(${toSqlArray(texts)})[1 + floor(power(((n::bigint * ${salt}) % 10007) / 10007.0, 2.8) * ${texts.length})::int]`
/** SQL of a text of twelve words. */
const sentence = (salt: number) =>
  Array.from({ length: 12 }, (_, i) => pickSkewed(words, salt + i * 598)).join(` || ' ' || `)
/** SQL of the creation time: one row every two minutes, the last one now. */
const at = `now() - ($1::int - n) * interval '2 minutes'`
/** SQL of time-ordered ids, like those of the server. */
const id = (kind: string) =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5('${kind}' || n), 1, 19))::uuid`
const email = `${pickSkewed(latinNames, 7919)} || n || (array['@gmail.com','@hotmail.com','@school.edu.sa','@icloud.com'])[1 + n % 4]`

const statements = {
  users: `insert into users (id, role, first_name, last_name, email, phone, school, active, created_at, updated_at)
    select ${id('u')}, case when n % 5000 = 0 then 'admin' when n % 7 = 0 then 'coach' else 'student' end, ${pickSkewed(firstNames, 7919)}, ${pickSkewed(lastNames, 104729)}, ${email},
      '+9665' || lpad(n::text, 8, '0'), 'School ' || n % 300, n % 11 <> 0, ${at}, ${at} from generate_series(1, $1::int) n`,
  downloads: `insert into downloads (id, name, email, phone, country, platform, user_type, created_at)
    select ${id('d')}, ${pickSkewed(firstNames, 7919)} || ' ' || ${pickSkewed(lastNames, 104729)}, ${email}, '+2010' || lpad(n::text, 8, '0'), (array['egypt','saudi-arabia','jordan','kuwait'])[1 + n % 4],
      case when n % 3 = 0 then 'mac' else 'win' end, case when n % 5 = 0 then 'coach' else 'student' end, ${at} from generate_series(1, $1::int) n`,
  messages: `insert into messages (id, kind, first_name, last_name, email, body, state, created_at, updated_at)
    select ${id('m')}, case when n % 2 = 0 then 'issue' else 'contact' end, ${pickSkewed(firstNames, 7919)}, ${pickSkewed(lastNames, 104729)}, ${email},
      ${sentence(1009)}, (array['closed','answered','closed','new'])[1 + n % 4], ${at}, ${at} from generate_series(1, $1::int) n`,
  audit_log: `insert into audit_log (id, at, actor_name, action, entity, entity_id, label, after)
    select ${id('a')}, ${at}, (array['Administrator','نورة الغامدي','Karim Farouk'])[1 + n % 3], (array['update','toggle','create','delete'])[1 + n % 4], (array['user','event','score','partner','faq'])[1 + n % 5],
      md5(n::text), ${pickSkewed(firstNames, 7919)} || ' ' || ${pickSkewed(lastNames, 104729)}, jsonb_build_object('version', n) from generate_series(1, $1::int) n`,
  teams: `insert into teams (id, competition_id, team_no, name, school, stage, age_level, paid, created_at, updated_at)
    select ${id('t')}, (select id from competitions order by id limit 1), n, 'فريق ' || ${pickSkewed(firstNames, 7919)} || ' ' || n % 977, 'School ' || n % 300,
      (array['registered','regional','national'])[1 + n % 3], (array['junior','senior','elementary'])[1 + n % 3], n % 3 = 0, ${at}, ${at} from generate_series(1, $1::int) n`,
  payments: `insert into payments (id, team_id, method, state, cart_id, amount, currency, created_at, updated_at)
    select ${id('p')}, t.id, (array['telr','manual'])[1 + n % 2], (array['paid','declined','cancelled','expired','failed'])[1 + n % 5], 'load ' || n, 5000, 'SAR', ${at}, ${at}
    from (select id, row_number() over (order by id) as n from teams limit $1::int) t`,
  events: `insert into events (id, slug, title_en, title_ar, description_en, description_ar, tags, created_at, updated_at)
    select ${id('e')}, 'load-' || n, 'Event ' || n || ' of ' || ${pickSkewed(latinNames, 7919)}, 'بطولة ' || ${pickSkewed(firstNames, 7919)} || ' ' || n,
      ${sentence(1009)}, ${sentence(2003)}, array['robots', 'load'], ${at}, ${at} from generate_series(1, $1::int) n`,
  faqs: `insert into faqs (id, question_en, question_ar, answer_en, answer_ar, position, created_at, updated_at)
    select ${id('f')}, 'Question ' || n || ' of ' || ${pickSkewed(latinNames, 7919)}, 'سؤال ' || ${pickSkewed(firstNames, 7919)} || ' ' || n, ${sentence(3001)}, ${sentence(4001)}, n, ${at}, ${at}
    from generate_series(1, $1::int) n`,
}

/** SQL that inserts a coach and a member for every team. */
const people = `insert into team_people (id, team_id, competition_id, kind, name, email, phone, birth_date, gender, position)
  select gen_random_uuid(), t.id, t.competition_id, kind, ${pickSkewed(firstNames, 7919)} || ' ' || ${pickSkewed(lastNames, 104729)}, ${email}, '+9665' || lpad(n::text, 8, '0'), date '2012-01-01' + n % 900, n % 2, 0
  from (select id, competition_id, team_no as n from teams) t, unnest(array['coach', 'member']) kind`

/** The lists that `insertListRows` fills. Payments need teams. */
export type FilledTable = keyof typeof statements

/**
 * Inserts rows in the order of time with names of people; common names are in three of ten rows, rare ones in
 * few.
 */
export const insertListRows = async (pool: pg.Pool, table: FilledTable, rows: number): Promise<void> => {
  const client = await pool.connect()
  try {
    if (table === 'teams') {
      await client.query(
        `insert into season_years (id, year, name_en, name_ar, active) select $1, 2026, 'Load', 'حِمل', true
         where not exists (select from season_years where active)`,
        [randomUUIDv7()],
      )
      await client.query(
        `insert into competitions (id, slug, name_en, name_ar) values ($1, 'load', 'Load', 'حِمل') on conflict do nothing`,
        [randomUUIDv7()],
      )
    }
    await client.query(`set maintenance_work_mem = '256MB'; drop index if exists ${table}_search`)
    await client.query(statements[table], [rows])
    if (table !== 'payments')
      await client.query(`create index ${table}_search on ${table} using gin (search gin_trgm_ops)`)
    await client.query(`vacuum analyze ${table}`)
    if (table === 'teams') {
      // The trigger that checks the limits of each team is not measured.
      await client.query(`set session_replication_role = replica`)
      await client.query(people)
      await client.query('vacuum analyze team_people')
    }
  } finally {
    client.release(true)
  }
}

/**
 * Inserts an event with a number of ranking entries, whose names are like those of the other lists. Returns
 * its id.
 */
export const insertRanking = async (pool: pg.Pool, rows: number): Promise<string> => {
  const event = randomUUIDv7()
  const client = await pool.connect()
  try {
    await client.query(
      `insert into events (id, slug, title_en, title_ar, description_en, description_ar, entry_count) values ($1, $2, 'Load', 'حِمل', 'Load', 'حِمل', $3)`,
      [event, `load-${event}`, rows],
    )
    await client.query(`set maintenance_work_mem = '256MB'; drop index score_entries_search`)
    await client.query(
      `insert into score_entries (id, event_id, participant_key, player_name, player_email, team_no, team_name, school, mission_type, score, time_ms, total_score, total_time_ms, attempt_count, reached_at)
       select gen_random_uuid(), $1, 'guest:load ' || n, ${pickSkewed(firstNames, 7919)} || ' ' || ${pickSkewed(lastNames, 104729)}, ${email}, n::text, ${pickSkewed(latinNames, 7919)} || n, 'School ' || n % 300, n % 5,
         (n::bigint * 7919) % 2000, 1000 + (n::bigint * 104729) % 300000, (n::bigint * 7919) % 2000, 1000 + (n::bigint * 104729) % 300000, 1, timestamptz '2026-01-01' + n * interval '1 second'
       from generate_series(1, $2::int) n`,
      [event, rows],
    )
    await client.query('create index score_entries_search on score_entries using gin (search gin_trgm_ops)')
    await client.query('vacuum analyze score_entries')
  } finally {
    client.release(true)
  }
  return event
}
