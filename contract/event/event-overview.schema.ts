import { defineCalls } from '../platform/define-calls.ts'
import { idField, localizedText } from '../platform/fields.schema.ts'
import { createSuccessResponseSchema } from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import { namedTablets } from './judging/judge.ts'
import { resultsPublication } from './results/results.schema.ts'

const runCounts = {
  planned: z.number(),
  recorded: z.number().describe('runs with a result'),
  waiting: z.number().describe('runs without a result whose sheet waits for a second judge or a decision'),
}

/** A device on which a judge is signed in. */
const judgeTablet = z.object({
  judgeId: z.string(),
  judgeName: z.string(),
  isHead: z.boolean(),
  tables: z.array(z.string()).describe('none for all tables'),
  lastSeenAt: z.string().describe('to the minute'),
  isSilent: z
    .boolean()
    .describe('true: it has not contacted the server for minutes, although the judge judges today'),
  unsentSheets: z.number().nullable().describe('as the device last reported; null before its first report'),
  reportedAt: z.string().nullable(),
})

const tablets = z.object({
  judges: z.number().describe('the judges whose code is valid'),
  signedInJudges: z.number().describe('those of them who are signed in on a device'),
  count: z.number().describe('the devices on which they are signed in'),
  unsentSheets: z.number().describe('of all devices, as they last reported'),
  problemCount: z.number().describe('the devices with unsent sheets or without contact'),
  problems: z
    .array(judgeTablet)
    .describe(`at most ${namedTablets} of them, those with the most unsent sheets first`),
})
/** The judges of an event whose code is valid, and their devices. */
export type JudgeTablets = z.infer<typeof tablets>

const eventOverview = z
  .object({
    event: z.object({ id: z.string(), slug: z.string(), title: localizedText }),
    serverTime: z.string(),
    streamKey: z.string().describe('opens the event stream that announces changes of the overview'),
    runs: z.object({
      ...runCounts,
      rounds: z.array(
        z.object({
          round: z.number(),
          label: localizedText.nullable().describe('null without a rule set'),
          tables: z.array(z.object({ table: z.string(), ...runCounts })),
        }),
      ),
    }),
    panelSheets: z
      .object({ planned: z.number(), missing: z.number() })
      .nullable()
      .describe(
        'the sheets that the judges of panels fill in, without those of judges who are left out and of teams that have withdrawn; null without panels',
      ),
    delayMinutes: z
      .number()
      .nullable()
      .describe(
        'how late the event is by the run that was played last and the next one that is missing; negative when it is early, null when that is unknown',
      ),
    teamCount: z.number().describe('without teams that have withdrawn'),
    missingTeams: z
      .array(z.object({ id: z.string(), teamNo: z.number(), name: z.string() }))
      .describe('not checked in, without teams that have run or have withdrawn'),
    tablets,
    waitingSheets: z.object({ decision: z.number(), secondJudge: z.number() }),
    openProtests: z.number(),
    isJudgingClosed: z.boolean(),
    freeze: z.object({ freezeAt: z.string(), isFrozen: z.boolean() }).nullable(),
    results: resultsPublication.nullable().describe('null when nothing is published'),
  })
  .meta({ id: 'EventOverview' })

/** What the person in charge of an event sees of it on the day. */
export type EventOverview = z.infer<typeof eventOverview>

const eventOverviewParams = z.object({ eventId: idField })
const eventOverviewResponse = createSuccessResponseSchema({ overview: eventOverview })
const eventOverviewStreamQuery = z.object({ key: z.string().max(200) })

/** The calls about event overview. */
export const eventOverviewCalls = {
  ...defineCalls(
    { tag: 'events', audience: 'admin', permission: 'results' },
    {
      'GET /api/admin/events/:eventId/overview': {
        summary:
          'What the person in charge of an event sees on the day: runs, delay, check-in, tablets, pending sheets, protests, freeze',
        regions: 'event',
        params: eventOverviewParams,
        returnsSecret: true,
        response: eventOverviewResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'events (admin)', audience: 'visitor' },
    {
      'GET /api/v1/events/:eventId/overview-changes': {
        summary: 'Tells that the overview of an event changed (Server-Sent Events)',
        description: '`snapshot` and `changed` have no content. `key` is the `streamKey` of the overview.',
        params: eventOverviewParams,
        query: eventOverviewStreamQuery,
        produces: 'text/event-stream',
      },
    },
  ),
}
