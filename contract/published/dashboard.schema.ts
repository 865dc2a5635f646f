import { z } from '#contract/z.ts'

const count = z.object({ key: z.string(), count: z.int() })
const localized = z.object({ en: z.string(), ar: z.string() })

export const dashboardReply = z.object({
  success: z.literal(true),
  dashboard: z.object({
    users: z.object({ total: z.int(), active: z.int(), byRole: z.array(count) }),
    events: z.object({ live: z.int(), coming: z.int(), past: z.int(), entries: z.int() }),
    downloads: z.object({
      total: z.int(),
      byDay: z.array(z.object({ day: z.string(), win: z.int(), mac: z.int() })),
      byCountry: z.array(count),
      byUserType: z.array(count),
    }),
    teams: z.object({
      total: z.int(),
      paid: z.int(),
      pending: z.int(),
      byCompetition: z.array(z.object({ name: localized, count: z.int() })),
      byStage: z.array(count),
    }),
    openMessages: z.int(),
    newestScores: z.array(z.object({ eventId: z.string(), event: localized, who: z.string(), score: z.number(), at: z.iso.datetime() })),
  }),
})
