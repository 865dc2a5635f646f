import type { SchemaTables } from './schema-tables.ts'

/** What an erasure does with a column: nothing personal is in it, it is erased, or it is kept for a reason. */
type PersonalColumn = 'none' | 'erased' | { keptBecause: string }
const mark =
  (value: PersonalColumn) =>
  <const Name extends string>(...names: Name[]) =>
    Object.fromEntries(names.map((name) => [name, value])) as Record<Name, PersonalColumn>
/** Columns that may hold personal data of a participant, which an erasure removes. */
const personal = mark('erased')
/** Columns that may hold personal data of a participant which an erasure does not remove. */
const kept = (keptBecause: string) => mark({ keptBecause })
/** Columns that hold none. */
const other = mark('none')
const recordColumns = other('createdAt', 'updatedAt', 'version', 'deletedAt', 'demo')

/**
 * For every column of every table, whether it may hold personal data of a participant. A table or column without an entry is a type error, and an entry without a
 * column fails tests/api/erasure-is-complete.test.ts. That test also writes a person to each personal column and searches all tables after the erasure, so a column
 * that no erasure reaches needs `kept` with its reason.
 */
export const personalColumns: { [Name in keyof SchemaTables]: Record<keyof SchemaTables[Name]['$inferSelect'], PersonalColumn> } = {
  announcements: {
    ...other('id', 'subjectEn', 'subjectAr', 'bodyEn', 'bodyAr', 'kind', 'competitionId', 'stage', 'regionId', 'paid', 'state'),
    ...other('scheduledAt', 'sentAt', 'finalDeliveries', 'position', 'search'),
    ...recordColumns,
  },
  announcementRecipients: {
    ...personal('email', 'name'),
    ...other('id', 'announcementId', 'userId', 'lang', 'state', 'createdAt', 'updatedAt'),
  },
  newsConsents: {
    ...personal('email'),
    ...other('createdAt'),
  },
  auditLog: {
    ...personal('actorName', 'label', 'before', 'after', 'search'),
    ...other('id', 'at', 'actorId', 'judgeId', 'action', 'entity', 'entityId', 'changedFields', 'requestId'),
  },
  backups: {
    ...other('id', 'createdAt', 'rows', 'files', 'name'),
  },
  // an erasure deletes these rows with the person
  guardianConfirmations: other('personId', 'state', 'method', 'textVersion', 'decidedAt', 'recordedBy'),
  guardianLinks: other('tokenHash', 'personId', 'method', 'createdAt', 'expiresAt'),
  imports: {
    ...personal('fileName'),
    ...other('id', 'kind', 'eventId', 'fileHash', 'lineCount', 'recordCount', 'createdBy', 'createdAt', 'undoneBy'),
    ...other('undoneAt'),
  },
  importRecords: other('importId', 'recordId'),
  competitions: {
    ...other('id', 'slug', 'nameEn', 'nameAr', 'descriptionEn', 'descriptionAr', 'rulesLink'),
    ...other('minMembers', 'maxMembers', 'minCoaches', 'maxCoaches', 'minAge', 'maxAge', 'maxTeams'),
    ...other(
      'rounds',
      'fee',
      'currency',
      'opensAt',
      'closesAt',
      'active',
      'position',
      'lastTeamNo',
      'teamCount',
      'paymentDays',
      'publishesTeams',
    ),
    ...recordColumns,
  },
  faqs: {
    ...other('id', 'questionEn', 'questionAr', 'answerEn', 'answerAr', 'active', 'position', 'search'),
    ...recordColumns,
  },
  partners: {
    ...other('id', 'name', 'image', 'link', 'active', 'position', 'search'),
    ...recordColumns,
  },
  settings: {
    ...other('siteName', 'value', 'version', 'createdAt', 'updatedAt'),
  },
  downloads: {
    ...personal('name', 'email', 'phone', 'country', 'search'),
    ...other('id', 'platform', 'userType', 'lang', 'waiting', 'demo', 'createdAt', 'deletedAt'),
  },
  resumableUploads: {
    ...other('id', 'target', 'storedName', 'fileName', 'version', 'size', 'received', 'partsId', 'partTags', 'state', 'createdAt'),
    ...other('updatedAt'),
  },
  simulatorFiles: {
    ...other('id', 'platform', 'storedName', 'fileName', 'version', 'size', 'sha256', 'downloads', 'uploadedAt', 'removedAt', 'demo'),
  },
  eventSlugs: {
    ...other('slug', 'eventId'),
  },
  events: {
    ...other('id', 'slug', 'titleEn', 'titleAr', 'descriptionEn', 'descriptionAr', 'startDate', 'endDate', 'eventCode', 'missionType'),
    ...other('datesInfoEn', 'datesInfoAr', 'howToPlayEn', 'howToPlayAr', 'rulesEn', 'rulesAr', 'tags', 'coverImage', 'bannerImage'),
    ...other('regionId', 'trending', 'liveMode', 'active', 'totalRule', 'entryCount', 'protestsUntil', 'hasClosedRules'),
    ...other('calculationVersion', 'search'),
    ...recordColumns,
  },
  pendingFirstStartSteps: {
    ...kept('the address and password of the first administrator, until the first start has shown them')('value'),
    ...other('step', 'createdAt', 'updatedAt'),
  },
  continents: {
    ...other('id', 'slug', 'nameEn', 'nameAr', 'position'),
    ...recordColumns,
  },
  organizers: {
    ...other('id', 'nameEn', 'nameAr', 'link', 'flag', 'country', 'active', 'continentId', 'position', 'search'),
    ...recordColumns,
  },
  regions: {
    ...other('id', 'slug', 'nameEn', 'nameAr', 'country', 'email', 'phone', 'active', 'position'),
    ...recordColumns,
  },
  messages: {
    ...personal('firstName', 'lastName', 'email', 'phone', 'body', 'search'),
    ...other('id', 'number', 'kind', 'regionId', 'lang', 'state', 'createdAt', 'deletedAt', 'updatedAt', 'demo'),
  },
  messageReplies: {
    ...personal('body'),
    ...other('id', 'messageId', 'createdBy', 'createdAt'),
  },
  teamNotices: {
    ...other('teamId', 'kind', 'key', 'createdAt'),
  },
  eventResultNotices: {
    ...other('eventId', 'createdAt'),
  },
  demoOrders: {
    ...other('ref', 'cartId', 'amount', 'currency', 'description', 'returnUrl', 'state', 'transactionRef', 'refundedAmount', 'createdAt'),
  },
  payers: {
    ...kept('accounting law, where money moved; those of other orders are deleted with the account')(
      'name',
      'email',
      'phone',
      'city',
      'country',
    ),
    ...other('paymentId', 'createdAt'),
  },
  paymentRefunds: {
    ...other('id', 'paymentId', 'amount', 'refundedAt'),
  },
  paymentSteps: {
    ...personal('data'),
    ...other('id', 'paymentId', 'kind', 'actorId', 'at'),
  },
  payments: {
    ...personal('orderUrl', 'reason'),
    ...other('seasonYearId', 'demo', 'id', 'teamId', 'userId', 'method', 'state', 'cartId', 'orderRef', 'transactionRef', 'amount'),
    ...other('currency', 'test'),
    ...other('receiptYear', 'receiptNo', 'receiptIssuer', 'version', 'checkedAt', 'paidAt'),
    ...other('refundAskedAt', 'refundAskedId', 'refundAskedAmount', 'refundedAmount', 'refundedAt'),
    ...other('createdAt', 'updatedAt'),
  },
  receiptNumbers: {
    ...other('year', 'last'),
  },
  reconciliations: {
    ...personal('report'),
    ...other('id', 'at'),
  },
  protests: {
    ...personal('reason', 'answer'),
    ...other('id', 'eventId', 'entryId', 'attemptId', 'teamId', 'state', 'createdBy', 'createdAt', 'answeredBy', 'closedAt', 'isOnPaper'),
  },
  rateLimits: {
    ...other('key', 'count', 'expiresAt'),
  },
  simulatorKeys: {
    ...other('id', 'eventId', 'label', 'keyHash', 'hint', 'createdBy', 'createdAt', 'lastUsedAt', 'revokedAt'),
  },
  // an organizer gives a judge a name; `purge-judges` erases it
  judges: {
    ...other('id', 'eventId', 'name', 'isHead', 'tables', 'days', 'codeHash', 'hint', 'createdBy', 'createdAt', 'lastUsedAt', 'revokedAt'),
  },
  judgeSessions: {
    ...other('id', 'judgeId', 'tokenHash', 'userAgent', 'createdAt', 'lastSeenAt', 'unsentSheets', 'reportedAt'),
  },
  eventTeams: other('eventId', 'teamId', 'badgeCode', 'checkedInAt', 'checkedInBy'),
  scheduleSlots: {
    ...other('id', 'eventId', 'teamId', 'round', 'tableName', 'startsAt', 'durationMinutes', 'version', 'createdAt'),
  },
  matchSlots: other('eventId', 'match', 'id', 'tableName', 'startsAt', 'durationMinutes', 'version'),
  scheduleStates: other('eventId', 'hash', 'slots', 'createdAt'),
  judgeSheets: {
    ...other('id', 'eventId', 'teamId', 'judgeId', 'attemptId', 'round', 'sheet', 'isDiscarded', 'device', 'judgedAt', 'confirmedAt'),
    ...other('receivedAt', 'importedBy'),
  },
  // The form asks organizers to write no names into the reason. The job `purge-judges` erases reasons.
  sheetReviews: other(
    'sheetId',
    'status',
    'expected',
    'replaces',
    'needsDecision',
    'reason',
    'reviewerId',
    'reviewedBy',
    'device',
    'reviewedAt',
  ),
  // The forms ask for no names. The job `purge-judges` erases reasons and notes.
  judgeRecusals: other('id', 'eventId', 'teamId', 'judgeId', 'reason', 'recusedAt', 'takenBackAt'),
  secondLooks: other('id', 'eventId', 'teamId', 'judgeId', 'round', 'note', 'requestedAt', 'answeredAt', 'isCorrected'),
  panelFeedback: {
    ...personal('text'),
    ...other('judgeId', 'teamId', 'round', 'eventId', 'updatedAt'),
  },
  releasedFeedback: other('eventId', 'releasedAt', 'releasedBy'),
  additionalAttempts: other('eventId', 'teamId', 'round', 'allowedAt'),
  secondJudgeEvents: other('eventId', 'since'),
  closedJudging: other('eventId', 'closedAt'),
  publishedSchedules: other('eventId', 'publishedAt', 'publishedBy'),
  displayScreens: other('eventId', 'number', 'name', 'scene', 'messageEn', 'messageAr'),
  matchTimers: other('eventId', 'durationMs', 'remainingMs', 'endsAt'),
  idempotencyKeys: {
    ...kept('the job `purge-idempotency-keys` deletes them after 7 days; they have ids and totals')('scope', 'key', 'requestHash', 'reply'),
    ...other('createdAt'),
  },
  removedScores: {
    ...personal('record'),
    ...other('id', 'eventId', 'removedBy', 'removedAt'),
  },
  overwrittenScoreDetails: {
    ...personal('before', 'after'),
    ...other('importId', 'entryId'),
  },
  scoreAttempts: {
    ...personal('note'),
    ...other(
      'id',
      'entryId',
      'mission',
      'score',
      'timeMs',
      'at',
      'source',
      'values',
      'ruleVersion',
      'correctedAt',
      'createdBy',
      'createdAt',
      'updatedAt',
    ),
  },
  eventRuleSets: other('eventId', 'version', 'document', 'createdBy', 'createdAt'),
  matchDraws: other('eventId', 'randomSeed', 'sides', 'groups', 'lots', 'withdrawn', 'drawnAt'),
  drawnEntries: other('entryId', 'eventId', 'teamId'),
  scoreEntries: {
    ...personal('participantKey', 'playerName', 'playerEmail', 'teamNo', 'teamName', 'schoolName', 'participantSalt', 'search'),
    ...other('id', 'eventId', 'userId', 'teamId', 'missionType', 'score', 'timeMs', 'totalScore', 'totalTimeMs', 'reachedAt'),
    ...other('ruleSetKey', 'rankingKey', 'attemptCount', 'demo', 'createdAt', 'updatedAt'),
  },
  scoreLog: {
    ...other('eventId', 'sequence', 'kind', 'entryId', 'attemptId', 'before', 'after', 'actorId', 'source', 'device', 'ruleVersion'),
    ...other('time'),
    ...other('previousHash', 'hash'),
  },
  scoreLogHeads: other('eventId', 'sequence', 'hash'),
  publishedScoreLogHeads: other('id', 'eventId', 'sequence', 'hash', 'publishedAt'),
  frozenScoreAttempts: {
    ...personal('note'),
    ...other(
      'id',
      'entryId',
      'mission',
      'score',
      'timeMs',
      'at',
      'source',
      'values',
      'ruleVersion',
      'correctedAt',
      'createdBy',
      'createdAt',
      'updatedAt',
    ),
  },
  frozenScoreEntries: {
    ...personal('participantKey', 'playerName', 'playerEmail', 'teamNo', 'teamName', 'schoolName', 'participantSalt', 'search'),
    ...other('id', 'eventId', 'userId', 'teamId', 'missionType', 'score', 'timeMs', 'totalScore', 'totalTimeMs', 'reachedAt'),
    ...other('ruleSetKey', 'rankingKey', 'attemptCount', 'demo', 'createdAt', 'updatedAt'),
  },
  advancements: other('id', 'eventId', 'targetEventId', 'stage', 'teams', 'createdBy', 'createdAt', 'undoneAt'),
  awards: other('id', 'eventId', 'teamId', 'nameEn', 'nameAr', 'position', 'createdAt'),
  // a certificate stores no name: it shows the one of its entry, member, coach or judge
  certificates: other('code', 'eventId', 'kind', 'entryId', 'teamId', 'personId', 'judgeId', 'rank', 'issuedAt', 'revokedAt'),
  publishedResults: other('eventId', 'status', 'logSequence', 'logHash', 'publishedBy', 'publishedAt'),
  rankingFreezes: other('eventId', 'freezeAt', 'frozenAt', 'entryCount', 'eventUpdatedAt', 'createdAt'),
  // the steps have ids, points and times only
  rankingReveals: other('eventId', 'id', 'isRehearsal', 'isPaused', 'steps', 'openedCount', 'startedBy', 'startedAt'),
  seasons: {
    ...personal('type', 'ref', 'data'),
    ...other('id', 'teamId', 'createdBy', 'createdAt', 'seasonYearId', 'moveId'),
  },
  seasonYears: {
    ...other('id', 'year', 'nameEn', 'nameAr', 'active', 'position'),
    ...recordColumns,
  },
  seasonMoves: other('id', 'fromId', 'toId', 'teams', 'createdBy', 'createdAt', 'undoneAt'),
  teamDrafts: {
    ...personal('data'),
    ...other('id', 'userId', 'createdAt', 'updatedAt'),
  },
  teamMatches: {
    ...personal('youtubeLink'),
    ...other('id', 'scoreId', 'fbs', 'obs', 'position'),
  },
  teamPeople: {
    ...personal('name', 'email', 'phone', 'nationalId', 'nationalIdIndex', 'birthDate', 'gender', 'picture', 'consent'),
    ...other('id', 'teamId', 'competitionId', 'kind', 'position', 'invitedAt'),
    ...recordColumns,
  },
  teamScores: {
    ...personal('youtubeLink', 'file', 'github'),
    ...other('id', 'teamId', 'key', 'score', 'timeMs', 'position', 'createdAt', 'updatedAt'),
  },
  teams: {
    ...kept('a paid team lives on with its other people; an unpaid one is deleted with its name')('name', 'schoolName', 'image', 'search'),
    ...other('seasonYearId', 'id', 'competitionId', 'teamNo', 'schoolType', 'regionId', 'stage', 'ageLevel', 'paid', 'complete', 'userId'),
    ...other('status', 'statusAt', 'placeNoticeAt', 'leaveRequestedAt', 'leaveRefusedAt'),
    ...recordColumns,
  },
  oneTimeTokens: {
    ...personal('email'),
    ...other('tokenHash', 'kind', 'userId', 'tries', 'browserHash', 'createdAt', 'expiresAt'),
  },
  recoveryCodes: {
    ...other('codeHash', 'userId', 'usedAt'),
  },
  secondFactorFailures: {
    ...other('userId', 'count', 'expiresAt'),
  },
  sessions: {
    ...personal('userAgent', 'address'),
    ...other('id', 'tokenHash', 'userId', 'createdAt', 'lastSeenAt', 'confirmedAt', 'expiresAt'),
  },
  signInAddresses: {
    ...other('userId', 'addressHash', 'lastUsedAt'),
  },
  users: {
    ...personal('firstName', 'lastName', 'email', 'phone', 'nationalId', 'nationalIdIndex', 'gender', 'birthDate', 'age', 'avatar'),
    ...personal('school', 'passwordHash', 'totpSecret', 'guardian', 'search'),
    ...other('id', 'role', 'permissions', 'emailConfirmedAt', 'confirmUntil', 'missionType', 'active', 'lang', 'totpStep'),
    ...other('erasureRequestedAt', 'unusedNoticeAt', 'lastSignInAt'),
    ...recordColumns,
  },
}
