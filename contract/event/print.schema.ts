import { codeField, idField, localizedText, personNameField } from '../platform/fields.schema.ts'
import { z } from '../platform/z.ts'
import { tableNameField } from './judging/judge.schema.ts'
import { maxTypedCodeLength } from './judging/judge-code.ts'
import {
  badgeSizes,
  certificateHolders,
  type PrintedDocument,
  printLimits,
  scheduleOrders,
  scoreSheetKinds,
} from './print.ts'
import { badgeLimits, badgeRoles, scheduleLimits } from './schedule/schedule.ts'

const teamFilters = {
  teamId: idField.optional(),
  competitionId: idField.optional(),
  regionId: idField.optional().describe('the region of the team'),
}
const slotFilters = {
  ...teamFilters,
  table: tableNameField.optional(),
  day: z.iso.date().optional().describe('in the time zone of the site'),
  round: z.coerce
    .number()
    .int()
    .min(1)
    .max(scheduleLimits.rounds)
    .optional()
    .describe('the number of a round, in an event with matches of a match'),
}
const rankField = z.coerce.number().int().min(1).max(1_000_000).optional()

const createSelection = <Document extends PrintedDocument, Filters extends z.ZodRawShape>(
  document: Document,
  filters: Filters,
) => z.object({ document: z.literal(document), ...filters })

/** Which certificates of an event are printed. Each filter leaves out those that it does not fit. */
export const certificateSelection = createSelection('certificates', {
  ...teamFilters,
  holders: z.enum(certificateHolders).optional(),
  rankFrom: rankField,
  rankTo: rankField,
  code: codeField(maxTypedCodeLength).optional().describe('one certificate, as its code was typed'),
})
export type CertificateSelection = z.infer<typeof certificateSelection>

/** Which score sheets of an event are printed. Only `round` is for blank ones, too. */
export const scoreSheetSelection = createSelection('scoreSheets', {
  ...slotFilters,
  kind: z
    .enum(scoreSheetKinds)
    .optional()
    .describe('without it those of the schedule, blank ones where it has no slot'),
})
export type ScoreSheetSelection = z.infer<typeof scoreSheetSelection>

/** Which badges of an event are printed: those of teams without `roles`, else those of people. */
export const badgeSelection = createSelection('badges', {
  ...teamFilters,
  size: z.enum(badgeSizes).default('large'),
  roles: z
    .array(z.enum(badgeRoles))
    .max(badgeRoles.length)
    .default([])
    .describe('the people with badges; none for the badges of teams'),
  volunteers: z
    .array(personNameField(badgeLimits.name).pipe(z.string().min(1)))
    .max(badgeLimits.volunteers)
    .default([])
    .describe('the names of the volunteers; they are not stored'),
})
export type BadgeSelection = z.infer<typeof badgeSelection>

/** Which slots of the schedule of an event are printed, and in which order. */
export const scheduleSelection = createSelection('schedule', {
  ...slotFilters,
  by: z.enum(scheduleOrders).default('table'),
})
export type ScheduleSelection = z.infer<typeof scheduleSelection>

/** What is printed: a document of an event, and the parts of it that were chosen. */
export const printSelection = z.discriminatedUnion('document', [
  certificateSelection,
  scoreSheetSelection,
  badgeSelection,
  scheduleSelection,
])
export type PrintSelection = z.infer<typeof printSelection>

/** The query field that chooses what is shown of a document. */
export const printPartField = z.coerce
  .number()
  .int()
  .min(1)
  .max(1_000_000)
  .default(1)
  .describe(
    `the part of ${printLimits.pagesShown} pages that the reply has, from 1; the last one where there are fewer`,
  )

/** The number of pages of a document, in a reply. */
export const printPageCount = z
  .number()
  .describe('the pages of paper that the whole selection takes; the reply has one part of them')

const namedOption = z.object({ id: z.string(), name: localizedText })
const foundTeam = z.object({ id: z.string(), teamNo: z.number(), name: z.string() })
/** A team that a document can be limited to. */
export type FoundPrintTeam = z.infer<typeof foundTeam>
export const foundPrintTeams = z.array(foundTeam).describe('at most 20')

/** What a document can be limited to, in a reply: only what the event has. */
export const printOptions = z.object({
  hasTeams: z.boolean(),
  team: foundTeam.nullable().describe('the team that the selection names'),
  competitions: z.array(namedOption),
  regions: z.array(namedOption),
})
export type PrintOptions = z.infer<typeof printOptions>

/** As `printOptions`, for a document with slots. */
export const slotPrintOptions = printOptions.extend({
  days: z.array(z.string()).describe('`2026-12-05`, in the time zone of the site'),
  tables: z.array(z.string()),
  rounds: z.array(z.number()),
})
export type SlotPrintOptions = z.infer<typeof slotPrintOptions>

/** A team on a printed document, with what documents are chosen by. */
export const printedTeam = z.object({
  id: z.string(),
  teamNo: z.number(),
  name: z.string(),
  schoolName: z.string(),
  competitionId: z.string(),
  regionId: z.string().nullable(),
  badgeCode: z.string(),
})
export type PrintedTeam = z.infer<typeof printedTeam>

export const printedScoreSheet = z.object({
  round: z.number(),
  run: z
    .object({
      slotId: z.string(),
      teamId: z.string(),
      table: z.string(),
      startsAt: z.string(),
      number: z.number().describe('of the judge in a panel, otherwise 1'),
    })
    .nullable()
    .describe('null for a blank sheet'),
})
/** A score sheet on paper. */
export type PrintedScoreSheet = z.infer<typeof printedScoreSheet>

const createDays = <Slot extends z.ZodType>(slot: Slot) =>
  z.array(z.object({ day: z.string().describe('`2026-12-05`'), slots: z.array(slot) }))
const printedSlot = z.object({ startsAt: z.string(), round: z.number() })
export const schedulePage = z.union([
  z.object({
    table: z.string(),
    days: createDays(printedSlot.extend({ teamId: z.string().nullable().describe('null for a match') })),
  }),
  z.object({
    teams: z.array(
      z.object({ teamId: z.string(), days: createDays(printedSlot.extend({ table: z.string() })) }),
    ),
  }),
])
/** A printed page of a schedule: the slots of one table, or those of several teams. */
export type SchedulePage = z.infer<typeof schedulePage>
