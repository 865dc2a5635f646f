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
  ...not('the database computes it from checked columns', 'rankingKey', 'search', 'publicSearch'),
  ...not('it is masked for visitors, and neither a result nor a name follows from it', 'playerEmail'),
  ...not('it only says what the removal of the demo content removes', 'demo'),
  ...not('no result follows from it', 'createdAt', 'updatedAt'),
}
const attemptColumns = {
  ...checked('id', 'entryId', 'mission', 'score', 'timeMs', 'at', 'values', 'ruleVersion'),
  ...not(
    'no result follows from it; the row that added the attempt has it, unless it is an `initial` one',
    'source',
    'createdBy',
  ),
  ...not('the rows about corrections have it', 'correctedAt'),
  ...not('it may be personal, and no result follows from it', 'note'),
  ...not('no result follows from it', 'createdAt', 'updatedAt'),
}

/**
 * Every column of the tables of an event that the check of the score log compares, with whether it compares the
 * column. A new table or column of an event needs an entry here or in `uncheckedTables`.
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
    ...not(
      'no result follows from it; the row about the version has user and time',
      'createdBy',
      'createdAt',
    ),
  },
  matchDraws: {
    ...checked('eventId', 'randomSeed', 'sides', 'groups', 'lots', 'withdrawn'),
    ...not('no result follows from it; the row about the draw has its time', 'drawnAt'),
  },
  drawnEntries: checked('entryId', 'eventId', 'teamId'),
  awards: {
    ...checked('id', 'eventId', 'teamId', 'nameEn', 'nameAr', 'position'),
    ...not('no result follows from it', 'createdAt'),
  },
  advancements: {
    ...checked('id', 'eventId', 'targetEventId', 'stage', 'teams', 'createdAt', 'undoneAt'),
    ...not(
      'no result follows from it; the row about the advancement has it, unless it is an `initial` one',
      'createdBy',
    ),
  },
  judgeSheets: {
    ...checked('id', 'eventId', 'teamId', 'judgeId', 'attemptId', 'round', 'sheet', 'salt'),
    ...checked('isDiscarded', 'device', 'judgedAt', 'confirmedAt'),
    ...not(
      'it orders the sheets of an attempt, whose values are checked; the first row about a sheet has its own time',
      'receivedAt',
    ),
    ...not(
      'no result follows from it; the first row about the sheet has it, unless it is an `initial` one',
      'importedBy',
    ),
  },
  scoreLog: checked(
    ...(['eventId', 'sequence', 'kind', 'entryId', 'attemptId', 'before', 'after', 'actorId'] as const),
    ...(['source', 'device', 'ruleVersion', 'time', 'previousHash', 'hash'] as const),
  ),
  scoreLogHeads: checked('eventId', 'sequence', 'hash'),
  publishedScoreLogHeads: {
    ...checked('eventId', 'sequence', 'hash'),
    ...not('the row about the publication has the time, and nothing refers to the id', 'id', 'publishedAt'),
  },
  publishedResults: {
    ...checked('eventId', 'status', 'logSequence', 'logHash', 'publishedAt'),
    ...not('no result follows from it; the row about the publication has it', 'publishedBy'),
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
    ...not('it only says whether the back office asks for the level', 'hasChosenLevel'),
    ...not('it only says which teams can be added', 'seasonYearId'),
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
} satisfies { [T in keyof SchemaTables]?: ColumnsOf<T> }

/** Gives tables the same reason. */
const because = <const Names extends keyof SchemaTables>(reason: string, ...names: Names[]) =>
  Object.fromEntries(names.map((name) => [name, reason])) as Record<Names, string>

/**
 * The tables of an event that the check of the score log does not compare, with the reason. A table is one of an
 * event when it has a column `eventId` or refers to such a table.
 */
export const uncheckedTables = {
  ...because(
    'it says who may judge, and the sheets and attempts are checked',
    ...(['judges', 'judgeSessions', 'additionalAttempts', 'secondJudgeEvents', 'closedJudging'] as const),
  ),
  ...because(
    'a confirmation is a row about the sheet with its attempt; a rejected sheet has no attempt, and the rejection is in the audit log only',
    'sheetReviews',
  ),
  ...because('it asks a judge for another sheet, which is a row', 'secondLooks'),
  ...because('a recusal changes no result, only whether it is marked as provisional', 'judgeRecusals'),
  ...because('teams read it, and no result follows from it', 'panelFeedback', 'releasedFeedback'),
  ...because('a protest changes no result; a correction after it is a row', 'protests'),
  ...because(
    'it says who takes part, where and when, and no result follows from it',
    ...(['eventTeams', 'scheduleSlots', 'matchSlots', 'scheduleStates', 'publishedSchedules'] as const),
  ),
  ...because(
    'visitors see its ranks and totals until the freeze ends, as they were when the reveal began, and no result follows from them; the tab Results says when they are not those of the ranking',
    'rankingReveals',
  ),
  ...because('it is only shown on screens', 'displayScreens', 'matchTimers'),
  ...because(
    'it only helps to undo a change, and the undoing is a row',
    ...(['removedScores', 'overwrittenScoreDetails', 'imports', 'importRecords'] as const),
  ),
  ...because('it is a key for the simulator, whose scores are rows', 'simulatorKeys'),
  ...because(
    'it says which emails were sent or which address an event had',
    'eventResultNotices',
    'eventSlugs',
  ),
} satisfies { [T in keyof SchemaTables]?: string }
