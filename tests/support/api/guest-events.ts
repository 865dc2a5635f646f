import { getPath } from '#contract/platform/call-path.ts'
import { checkScoreLog } from '#server/event/score-log/check.ts'
import { startJudgesApp } from './judges.ts'
import { addRegisteredTeam } from './judging.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

/** The real app with the registered teams 79 Alpha and 80 Beta, and what tests do with guests. */
export const startGuestEventsApp = async () => {
  const t = await startJudgesApp()
  const alpha = await addRegisteredTeam(t, 'Alpha', { teamNo: 79 })
  const beta = await addRegisteredTeam(t, 'Beta', { teamNo: 80 })
  const guestsPath = (eventId: string) => getPath('GET /api/admin/events/:eventId/guests', { eventId })
  const listEntries = async (eventId: string): Promise<Body[]> =>
    t.ok(await t.ask('GET', t.path(eventId))).scores
  const addTeams = async (eventId: string) => {
    for (const { competitionId, teamNo } of [alpha, beta])
      t.ok(
        await t.ask('POST', getPath('POST /api/admin/events/:eventId/teams', { eventId }), {
          payload: { competitionId, teamNo },
        }),
      )
  }
  return {
    ...t,
    alpha,
    beta,
    guestsPath,
    listEntries,
    /** Adds both teams to an event. */
    addTeams,
    /** Creates an event with guests, to which both teams are added afterwards. */
    createEventWithGuests: async (title: string, guests: readonly object[]): Promise<string> => {
      const event = await t.event(
        { title_en: title },
        guests.map((guest, at) => ({ mission: at + 1, score: 10 + at, time: 0, ...guest })),
      )
      await addTeams(event._id)
      return event._id
    },
    listGuests: async (eventId: string, query = ''): Promise<Body> =>
      t.ok(await t.ask('GET', `${guestsPath(eventId)}${query}`)),
    assign: (eventId: string, assignments: object[], more: object = {}) =>
      t.ask('POST', `${guestsPath(eventId)}/assign`, {
        payload: { assignments, reason: 'Imported by number', preview: false, ...more },
      }),
    readEntry: async (eventId: string, id: string): Promise<Body> =>
      t.ok(await t.ask('GET', `${t.path(eventId)}/${id}`)).entry,
    findEntry: async (eventId: string, teamNo: string): Promise<Body> =>
      (await listEntries(eventId)).find((entry) => entry.teamNo === teamNo),
    /** Adds attempts of a participant, one with a point where none are given. Returns the entry. */
    addResult: async (eventId: string, payload: object): Promise<Body> =>
      t.ok(
        await t.ask('POST', t.path(eventId), {
          payload: { attempts: [{ score: 1, timeMs: 0 }], ...payload },
        }),
      ).entry,
    put: (eventId: string, entryId: string, details: object) =>
      t.ask('PUT', `${t.path(eventId)}/${entryId}`, {
        payload: { teamNo: '', teamName: '', missionType: 0, ...details },
      }),
    remove: async (eventId: string, entryId: string, attemptId: string): Promise<string> =>
      t.ok(await t.ask('DELETE', `${t.path(eventId)}/${entryId}/attempts/${attemptId}`)).removedId,
    restore: async (eventId: string, id: string) =>
      t.ok(await t.ask('POST', `${t.path(eventId)}/restore`, { payload: { id } })),
    listLogProblems: async (eventId: string) => (await checkScoreLog(t.database.db, eventId)).problems,
  }
}
export type GuestEventsApp = Awaited<ReturnType<typeof startGuestEventsApp>>
