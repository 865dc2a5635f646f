import { getPath } from '#contract/platform/call-path.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { createDueAnnouncementSender } from '#server/site/announcements/send.ts'
import { startTeamsAppWithMails } from './teams.ts'

/** For `vi.waitFor`: a busy machine sends emails slowly. */
export const waitOptions = { timeout: 30_000, interval: 100 }

/**
 * Starts an app with a mail server that rejects addresses that begin with `nobody`, and functions for tests
 * of announcements.
 */
export const startAnnouncementsApp = async () => {
  const t = await startTeamsAppWithMails({ maxCoaches: 3 }, (address) => address.startsWith('nobody'))
  let teamNo = 5000
  const post = async (url: string, payload: object) => {
    const reply = await t.json(
      'POST',
      `${getPath('POST /api/admin/announcements')}${url}`,
      t.adminToken,
      payload,
    )
    return { status: reply.statusCode, json: reply.json() }
  }
  const get = async (url: string) =>
    (await t.send('GET', `${getPath('GET /api/admin/announcements')}${url}`, t.adminToken)).json()
  return {
    ...t,
    post,
    get,
    /** Stores a team with an owner and coaches. */
    createTeam: async (
      values: Partial<typeof teams.$inferInsert>,
      coachEmails: readonly string[] = [],
    ): Promise<string> => {
      const name = `Team ${++teamNo}`
      const [team] = await t.db
        .insert(teams)
        .values({ competitionId: t.robo.id, teamNo, name, ...values })
        .returning()
      const { id = '', competitionId = '' } = team ?? {}
      for (const email of coachEmails)
        await t.db
          .insert(teamPeople)
          .values({ teamId: id, competitionId, kind: 'coach', name: `Coach ${email}`, email })
      return id
    },
    createDraft: async (more: Record<string, unknown> = {}): Promise<string> => {
      const reply = await t.send('POST', getPath('POST /api/admin/announcements'), t.adminToken, {
        ...{ 'subject.en': 'Training day', 'subject.ar': 'يوم تدريبي' },
        ...{
          'body.en': 'The hall opens at 8:00.\n\nMap: https://maps.example/hall.',
          'body.ar': 'تُفتح القاعة الساعة 8:00.',
        },
        ...more,
      })
      return reply.json().announcement.id
    },
    /** Runs the job that sends due announcements; returns the number of queued emails. */
    sendDue: () => createDueAnnouncementSender(t).sendDue(),
  }
}
export type AnnouncementsApp = Awaited<ReturnType<typeof startAnnouncementsApp>>
