import type { SchemaTables } from '#server/features/privacy/schema-tables.ts'

/** Tells whether the check of a score log compares a column with the log; if not, why. */
type ColumnCheck = 'checked' | `not, because ${string}`
type ColumnsOf<T extends keyof SchemaTables> = Record<
  Exclude<keyof SchemaTables[T]['$inferSelect'], symbol | number>,
  ColumnCheck
>

const checked = <const Names extends string>(...names: Names[]) =>
  Object.fromEntries(names.map((name) => [name, 'checked'])) as Record<Names, 'checked'>
const not = <const Names extends string>(reason: string, ...names: Names[]) =>
  Object.fromEntries(names.map((name) => [name, `not, because ${reason}`])) as Record<Names, ColumnCheck>

const entryColumns = {
  ...checked('id', 'eventId', 'participantKey', 'participantSalt', 'userId', 'teamId'),
  ...checked('playerName', 'teamNo', 'teamName', 'schoolName', 'missionType'),
  ...checked(
    'score',
    'timeMs',
    'totalScore',
    'totalTimeMs',
    'reachedAt',
    'ruleSetKey',
    'hasRankOfAlliance',
    'attemptCount',
  ),
  ...not('the database computes it from checked columns', 'rankingKey', 'search'),
  ...not('it is masked for visitors, and neither a result nor a name follows from it', 'playerEmail'),
  ...not('it only says what the removal of the demo content removes', 'demo'),
  ...not('no result follows from it', 'createdAt', 'updatedAt'),
}
const attemptColumns = {
  ...checked('id', 'entryId', 'mission', 'score', 'timeMs', 'at', 'values', 'ruleVersion'),
  ...not('the row that added the attempt has it', 'source', 'createdBy'),
  ...not('the rows about corrections have it', 'correctedAt'),
  ...not('it may be personal, and no result follows from it', 'note'),
  ...not('no result follows from it', 'createdAt', 'updatedAt'),
}

/**
 * Every column of the tables with results, with whether the check of the score log compares it. A new column
 * needs an entry.
 */
export const checkedColumns = {
  scoreEntries: entryColumns,
  scoreAttempts: attemptColumns,
  frozenScoreEntries: entryColumns,
  frozenScoreAttempts: attemptColumns,
  rankingFreezes: {
    ...checked('eventId', 'freezeAt', 'frozenAt', 'entryCount'),
    ...not('only the sitemap shows it', 'eventUpdatedAt'),
    ...not('no result follows from it', 'createdAt'),
  },
  eventRuleSets: {
    ...checked('eventId', 'version', 'document'),
    ...not('the row about the version has it', 'createdBy', 'createdAt'),
  },
  matchDraws: {
    ...checked('eventId', 'randomSeed', 'sides', 'groups', 'lots', 'withdrawn'),
    ...not('the row about the draw has it', 'drawnAt'),
  },
  drawnEntries: checked('entryId', 'eventId', 'teamId'),
  publishedResults: {
    ...checked('eventId', 'status', 'logSequence', 'logHash', 'publishedAt'),
    ...not('the row about the publication has it', 'publishedBy'),
  },
  certificates: {
    ...checked('eventId', 'kind', 'entryId', 'personId', 'rank', 'issuedAt'),
    ...not(
      'certificates of judges and of teams without a result say nothing about results',
      'judgeId',
      'teamId',
    ),
    ...not('a certificate is found by it, and shows what the other columns say', 'code'),
    ...not(
      'organizers revoke single certificates; valid ones of results that are not final are found',
      'revokedAt',
    ),
  },
  events: {
    ...checked('id', 'totalRule', 'calculationVersion', 'entryCount'),
    ...not('a new entry starts with it, and the entry is checked', 'missionType'),
    ...not(
      'it only says whether the rules can change, and the rules are checked',
      'hasClosedRules',
      'endDate',
    ),
    ...not('it only says until when protests are accepted', 'protestsUntil'),
    ...not('it only says whether new participants are accepted', 'acceptsGuests'),
    ...not(
      'no result follows from it',
      'slug',
      'titleEn',
      'titleAr',
      'descriptionEn',
      'descriptionAr',
      'startDate',
      'eventCode',
    ),
    ...not(
      'no result follows from it',
      'datesInfoEn',
      'datesInfoAr',
      'howToPlayEn',
      'howToPlayAr',
      'rulesEn',
      'rulesAr',
      'tags',
    ),
    ...not(
      'no result follows from it',
      'coverImage',
      'bannerImage',
      'regionId',
      'trending',
      'liveMode',
      'active',
      'demo',
      'search',
    ),
    ...not('no result follows from it', 'version', 'createdAt', 'updatedAt', 'deletedAt'),
  },
} satisfies {
  [T in
    | 'scoreEntries'
    | 'scoreAttempts'
    | 'frozenScoreEntries'
    | 'frozenScoreAttempts'
    | 'rankingFreezes'
    | 'eventRuleSets'
    | 'matchDraws'
    | 'drawnEntries'
    | 'publishedResults'
    | 'certificates'
    | 'events']: ColumnsOf<T>
}
