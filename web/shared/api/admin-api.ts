import type { Announcement } from '#contract/announcement.schema.ts'
import type { AnnouncementAudience, AnnouncementFields } from '#contract/announcement.ts'
import type { AuditFilter } from '#contract/audit.ts'
import type { ActiveCompetition, CompetitionFields, CompetitionRecord } from '#contract/competition.schema.ts'
import type { MessageState } from '#contract/message.ts'
import type { RefundFields } from '#contract/payment.schema.ts'
import type { PaymentFilter, PaymentReportPeriod } from '#contract/payment.ts'
import type { AnswerProtestRequest, CreatePaperProtestRequest } from '#contract/protest.schema.ts'
import { fromPublishedActiveCompetitions } from '#contract/published/competition.ts'
import type { SeasonMoveSelection, SeasonYearFields, SeasonYearRecord } from '#contract/season-year.schema.ts'
import {
  createAdminContentApi,
  createAdminMediaApi,
  createAdminSettingsApi,
} from '#web/shared/api/admin/content.ts'
import { createCrudApi, createDeletedRecordApi, toListQuery } from '#web/shared/api/admin/crud.ts'
import { accountApi } from './account.ts'
import { createAdminEventApi } from './admin/events.ts'
import { createImportPreviewAndRunApi } from './admin/imports.ts'
import {
  createAdminJudgingApi,
  createAdminMatchApi,
  createAdminScheduleAndCheckInApi,
} from './admin/judging.ts'
import {
  createAdminAwardApi,
  createAdminCertificateApi,
  createAdminFreezeAndRevealApi,
  createAdminPublicationAndAdvancementApi,
  createAdminScreenAndTimerApi,
} from './admin/results.ts'
import {
  createAdminGuestApi,
  createAdminRuleSetApi,
  createAdminScoreApi,
  createAdminScoreLogApi,
} from './admin/scores.ts'
import { createAdminTeamApi } from './admin/teams.ts'
import { createAdminUserApi } from './admin/users.ts'
import type { ApiCall, ApiRequest } from './call.ts'
import { paymentApi } from './payments.ts'
import { callApi as call, requestApi as request } from './with-token.ts'

/** Creates the back office's calls about payments. `request` returns the response itself, for files. */
const createAdminPaymentApi = (call: ApiCall, request: ApiRequest) => ({
  list: async (
    query: PaymentFilter & { page: number; perPage: number; sort?: string | undefined },
    signal?: AbortSignal,
  ) => {
    const { payments, totalItems } = await call('GET /api/admin/payments', {
      query: toListQuery(query),
      signal,
    })
    return { rows: payments, total: totalItems }
  },
  /** The money received and refunded in a period, by competition and by day. */
  getTotals: async (query: PaymentReportPeriod, signal?: AbortSignal) =>
    (await call('GET /api/admin/payments/totals', { query, signal })).totals,
  /** The payments and refunds of a period as a CSV file for accountants. */
  exportLedger: async (query: PaymentReportPeriod): Promise<Blob> =>
    (await request('GET /api/admin/payments/ledger', { query })).blob(),
  details: (paymentId: string) => call('GET /api/admin/payments/:paymentId', { params: { paymentId } }),
  /** What a team has to pay, and its payments. Throws `not-found`. */
  ofTeam: paymentApi.offer,
  /**
   * Whether orders are test orders, with which no money moves, and whether the payment page is the stand-in
   * of the demo content.
   */
  getMode: () => call('GET /api/admin/payments/mode'),
  /** Asks the gateway for the state of a payment. */
  check: paymentApi.check,
  /**
   * Error codes: `refund-refused`, `refund-open`, `stale-version`, `payment-under-way`, `gateway-away`,
   * `conflict`, `bad-input` (`amount`). `atGateway`: the gateway refunded it before; `refundedAmount`: what
   * the page shows as refunded.
   */
  refund: async (paymentId: string, json: RefundFields & { atGateway: boolean }) => {
    const { msg } = await call('POST /api/admin/payments/:paymentId/refund', { params: { paymentId }, json })
    return { message: msg }
  },
  /**
   * Records that the gateway did not make a refund without an answer. Error codes: `payment-under-way`,
   * `conflict`.
   */
  discardRefund: async (paymentId: string, reason: string) => {
    const { msg } = await call('POST /api/admin/payments/:paymentId/discard-refund', {
      params: { paymentId },
      json: { reason },
    })
    return { message: msg }
  },
  /**
   * Accepts an `undecided` payment as the fee of its team. Error codes: `conflict`, `payment-not-needed` (the
   * team is paid), `refund-open`.
   */
  accept: async (paymentId: string, reason: string) => {
    const { msg } = await call('POST /api/admin/payments/:paymentId/accept', {
      params: { paymentId },
      json: { reason },
    })
    return { message: msg }
  },
  /** Marks a team as paid, or not, by hand. Throws `conflict` (`paid`) for a team that has paid online. */
  mark: async (teamId: string, paid: boolean, reason: string) => {
    const { msg } = await call('POST /api/admin/payments/mark', { json: { teamId, paid, reason } })
    return { message: msg }
  },
  /** The last comparison with teams and gateway, if there was one. */
  lastReconciliation: async () => (await call('GET /api/admin/payments/reconcile')).reconciliation,
  reconcile: async () => (await call('POST /api/admin/payments/reconcile')).reconciliation,
})

/** Creates the back office's calls about seasons, moves of teams between them, and season records. */
const createAdminSeasonApi = (call: ApiCall) => ({
  ...createCrudApi<'/api/admin/seasons', SeasonYearRecord, SeasonYearFields>(call, {
    path: '/api/admin/seasons',
    one: 'season',
    many: 'seasons',
  }),
  /** The newest 25 moves. */
  moves: async () => (await call('GET /api/admin/season-moves', { query: { per_page: 25 } })).moves,
  previewMove: async (json: SeasonMoveSelection) => {
    const { count, teams } = await call('POST /api/admin/season-moves/preview', { json })
    return { count, teams }
  },
  /** Moves all teams of a preview, or none. Throws `conflict` (`count`) when other teams match now. */
  move: async (selection: SeasonMoveSelection, count: number): Promise<void> => {
    await call('POST /api/admin/season-moves', { json: { ...selection, count } })
  },
  /** Throws `conflict` when a moved team has changed or paid since. */
  undoMove: async (id: string): Promise<void> => {
    await call('POST /api/admin/season-moves/undo', { json: { id } })
  },
  /** The season records of a team, the newest first. */
  recordsOfTeam: async (teamId: string) =>
    (await call('GET /api/admin/teams/:teamId/season-records', { params: { teamId } })).records,
})

/** Creates the calls of the back office about the protests of an event. */
const createAdminProtestApi = (call: ApiCall) => ({
  list: async (
    eventId: string,
    query: { page: number; perPage: number; search?: string; state?: string },
    signal?: AbortSignal,
  ) => {
    const reply = await call('GET /api/admin/events/:eventId/protests', {
      params: { eventId },
      query: toListQuery(query),
      signal,
    })
    return { rows: reply.protests, total: reply.totalItems }
  },
  get: (eventId: string, protestId: string) =>
    call('GET /api/admin/events/:eventId/protests/:protestId', { params: { eventId, protestId } }),
  /** Accepts or rejects a protest and emails the answer. Throws `protest-not-open`. */
  answer: (eventId: string, protestId: string, json: AnswerProtestRequest) =>
    call('POST /api/admin/events/:eventId/protests/:protestId/answer', {
      params: { eventId, protestId },
      json,
    }),
  /** Enters a protest that a team made on paper. A repeat with the same id changes nothing. */
  enterOnPaper: (eventId: string, protestId: string, json: CreatePaperProtestRequest) =>
    call('PUT /api/admin/events/:eventId/protests/:protestId', { params: { eventId, protestId }, json }),
  getSettings: async (eventId: string) =>
    (await call('GET /api/admin/events/:eventId/protest-settings', { params: { eventId } })).settings,
  /** Sets until when the event accepts protests; null ends them. */
  setDeadline: (eventId: string, protestsUntil: string | null) =>
    call('PUT /api/admin/events/:eventId/protest-settings', { params: { eventId }, json: { protestsUntil } }),
})

type Filter = { search?: string; country?: string; platform?: string; userType?: string }

/**
 * Creates the back office's calls about visitors who downloaded the simulator. `request` returns the response
 * itself, for files.
 */
const createAdminRegistrantApi = (call: ApiCall, request: ApiRequest) => ({
  deleted: createDeletedRecordApi(call, '/api/admin/downloads'),
  list: async (
    query: Filter & { page: number; perPage: number; sort?: string | undefined },
    signal?: AbortSignal,
  ) => {
    const { registrants, totalItems } = await call('GET /api/admin/downloads', {
      query: toListQuery(query),
      signal,
    })
    return { rows: registrants, total: totalItems }
  },
  exportCsv: async ({ search, ...filter }: Filter): Promise<Blob> =>
    (await request('GET /api/admin/downloads/export', { query: { s: search, ...filter } })).blob(),
  /** `restore` undoes it for 30 days. */
  remove: (id: string) => call('DELETE /api/admin/downloads', { query: { id } }),
  restore: (id: string) => call('POST /api/admin/downloads/restore', { json: { id } }),
})

type MessageQuery = {
  page: number
  perPage: number
  search?: string
  state?: string
  sort?: string | undefined
}

/** Creates the back office's calls about the messages of visitors. */
const createAdminMessageApi = (call: ApiCall) => ({
  deleted: createDeletedRecordApi(call, '/api/admin/messages'),
  list: async (query: MessageQuery, signal?: AbortSignal) => {
    const { messages, totalItems } = await call('GET /api/admin/messages', {
      query: toListQuery(query),
      signal,
    })
    return { rows: messages, total: totalItems }
  },
  setState: async (id: string, state: MessageState) =>
    (await call('PATCH /api/admin/messages', { json: { id, state } })).message,
  /** Answers a message by email. Throws `mail-not-set-up`. `text` is the message for the user. */
  reply: async (id: string, body: string) => {
    const { msg, message } = await call('POST /api/admin/messages/reply', { json: { id, body } })
    return { text: msg, message }
  },
  /** `restore` undoes it for 30 days. */
  remove: (id: string) => call('DELETE /api/admin/messages', { query: { id } }),
  restore: (id: string) => call('POST /api/admin/messages/restore', { json: { id } }),
})

type ListPage = { page: number; perPage: number; search?: string; state?: string }

/** Creates the back office's calls about announcements. */
const createAdminAnnouncementApi = (call: ApiCall) => ({
  ...createCrudApi<'/api/admin/announcements', Announcement, AnnouncementFields>(call, {
    path: '/api/admin/announcements',
    one: 'announcement',
    many: 'announcements',
  }),
  list: async (query: ListPage, signal?: AbortSignal) => {
    const reply = await call('GET /api/admin/announcements', { query: toListQuery(query), signal })
    return { rows: reply.announcements, total: reply.totalItems }
  },
  /**
   * `at` is null to send it now. Throws `mail-not-set-up`, `conflict`, and `bad-input` (`at`) for a time in
   * the past.
   */
  schedule: async (id: string, at: string | null) => {
    const { msg, announcement } = await call('POST /api/admin/announcements/schedule', { json: { id, at } })
    return { message: msg, announcement }
  },
  /** Makes a scheduled announcement a draft again. Throws `conflict` when its sending has begun. */
  cancel: async (id: string) => {
    const { msg, announcement } = await call('POST /api/admin/announcements/cancel', { json: { id } })
    return { message: msg, announcement }
  },
  /** Sends the email to the signed-in user, once in each language. Throws `mail-not-set-up`. */
  sendTest: async (id: string) => (await call('POST /api/admin/announcements/test', { json: { id } })).msg,
  preview: async (json: Pick<AnnouncementFields, 'subject' | 'body' | 'kind'>) =>
    (await call('POST /api/admin/announcements/preview', { json })).preview,
  /** Reads one page of the people who would get an announcement now. */
  audience: async (
    { competitionId, stage, regionId, paid }: AnnouncementAudience,
    { page, perPage }: Pick<ListPage, 'page' | 'perPage'>,
    signal?: AbortSignal,
  ) => {
    const reply = await call('GET /api/admin/announcements/audience', {
      query: {
        ...{ page, per_page: perPage },
        ...{
          competitionId: competitionId ?? undefined,
          stage: stage ?? undefined,
          regionId: regionId ?? undefined,
        },
        paid: paid ?? undefined,
      },
      signal,
    })
    return { rows: reply.recipients, total: reply.totalItems, unsubscribed: reply.unsubscribed }
  },
  recipients: async (announcementId: string, query: ListPage, signal?: AbortSignal) => {
    const { recipients, totalItems } = await call('GET /api/admin/announcements/:announcementId/recipients', {
      params: { announcementId },
      query: toListQuery(query),
      signal,
    })
    return { rows: recipients, total: totalItems }
  },
})

/** Creates the back office's calls about competitions. */
const createAdminCompetitionApi = (call: ApiCall) => ({
  ...createCrudApi<'/api/admin/competitions', CompetitionRecord, CompetitionFields>(call, {
    path: '/api/admin/competitions',
    one: 'competition',
    many: 'competitions',
  }),
  /** Lists the active competitions, in their order. */
  listActive: async (): Promise<ActiveCompetition[]> =>
    fromPublishedActiveCompetitions(
      await call('GET /api/admin/competitions?all_active', { query: { all_active: 'true' } }),
    ),
})

/** Creates the back office's calls about the figures of the first page and the tasks before it. */
const createAdminDashboardApi = (call: ApiCall) => ({
  /** The figures of the first page. */
  read: async (signal?: AbortSignal) => (await call('GET /api/admin/dashboard', { signal })).dashboard,
  /** The setup tasks that the user has the permission for, each done or open. */
  readSetupChecklist: (signal?: AbortSignal) => call('GET /api/admin/setup-checklist', { signal }),
})

/** Creates the client of the back office's call about the state of the installation. */
const createAdminStatusApi = (call: ApiCall) => ({
  read: () => call('GET /api/admin/status'),
})

/** Creates the back office's calls about the audit log. */
const createAdminAuditApi = (call: ApiCall) => ({
  /** The newest first. */
  list: async (query: AuditFilter & { page: number; perPage: number }, signal?: AbortSignal) => {
    const { entries, totalItems } = await call('GET /api/admin/audit', { query: toListQuery(query), signal })
    return { rows: entries, total: totalItems }
  },
  /**
   * Sets the fields that an entry changed back. Throws `revert-impossible`, `revert-changed`,
   * `revert-deleted` or `revert-invalid`, whose messages say why it cannot.
   */
  revert: (entryId: string) => call('POST /api/admin/audit/:entryId/revert', { params: { entryId } }),
})

/** The API client of the back office; in the browser only, because it needs the token. */
export const adminApi = {
  account: accountApi.account,
  announcements: createAdminAnnouncementApi(call),
  audit: createAdminAuditApi(call),
  ...createAdminContentApi(call),
  awards: createAdminAwardApi(call),
  certificates: createAdminCertificateApi(call),
  dashboard: createAdminDashboardApi(call),
  display: createAdminScreenAndTimerApi(call),
  judges: createAdminJudgingApi(call),
  media: createAdminMediaApi(call),
  messages: createAdminMessageApi(call),
  protests: createAdminProtestApi(call),
  publishedResults: createAdminPublicationAndAdvancementApi(call),
  registrants: createAdminRegistrantApi(call, request),
  events: createAdminEventApi(call),
  status: createAdminStatusApi(call),
  payments: createAdminPaymentApi(call, request),
  ruleSets: createAdminRuleSetApi(call),
  matches: createAdminMatchApi(call),
  schedule: createAdminScheduleAndCheckInApi(call),
  results: createAdminFreezeAndRevealApi(call),
  scores: createAdminScoreApi(call, request),
  guests: createAdminGuestApi(call),
  scoreLog: createAdminScoreLogApi(call),
  seasons: createAdminSeasonApi(call),
  settings: createAdminSettingsApi(call),
  users: createAdminUserApi(call, request),
  competitions: createAdminCompetitionApi(call),
  teams: createAdminTeamApi(call, request),
  faqImport: createImportPreviewAndRunApi((form) => call('POST /api/admin/faqs/import', { form })),
  userImport: createImportPreviewAndRunApi((form) => call('POST /api/admin/users/import', { form })),
  teamImport: createImportPreviewAndRunApi((form) => call('POST /api/admin/teams/import', { form })),
}
