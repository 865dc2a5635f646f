import { eq } from 'drizzle-orm'
import { v7 as randomUUIDv7 } from 'uuid'
import { expect } from 'vitest'
import { currentConsentVersion } from '#contract/people/guardians/guardian-consent.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { createRecurringJobs } from '#server/jobs.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { payments } from '#server/platform/db/schema/payments.ts'
import { eventTeams } from '#server/platform/db/schema/schedule.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { silentLog } from '../services/cluster.ts'
import { createMember, startTeamsAppWithMails } from './teams.ts'

type StoredPerson = { id: string; name: string } & Record<string, unknown>
type StoredTeam = {
  id: string
  version: number
  teamNo: number
  name: string
  coaches: StoredPerson[]
  members: StoredPerson[]
}
const adultBirthDate = `${new Date().getUTCFullYear() - 18}-01-01`
const createMinor = (contact: string) =>
  createMember({
    name: 'عبد الله Salem',
    birthDate: `${new Date().getUTCFullYear() - 15}-03-04`,
    consent: { guardian: 'Huda', contact, agreed: true, publish: true },
  })
/** Returns what a form submits about a stored person. */
export const toSubmitted = ({ id, name, email, phone, birthDate, gender }: StoredPerson) => ({
  id,
  name,
  email,
  phone,
  birthDate,
  gender,
})
/** Returns the token of a link for a guardian. */
export const getToken = (link: string) => new URL(link).hash.slice(1)

/**
 * The real app with a mail server, teams that have a minor, and functions that read and answer as the
 * guardian.
 */
export const startGuardiansApp = async () => {
  const t = await startTeamsAppWithMails({ fee: 0 })
  const call = (method: 'POST' | 'PUT', payload: object) =>
    t.app.inject({ method, url: getPath('POST /api/guardian-confirmation'), payload })
  let serial = 0
  return {
    ...t,
    runJob: (name: 'send-team-mails' | 'send-reminders') =>
      createRecurringJobs(t, silentLog)
        .find((job) => job.name === name)
        ?.run(),
    read: (token: string) => call('POST', { token }),
    decide: (token: string, agrees: boolean, more: object = {}) =>
      call('PUT', { token, agrees, ...(agrees ? { textVersion: currentConsentVersion } : {}), ...more }),
    /**
     * Registers a team with a minor, whose guardian has the returned address, and an adult. Returns it with
     * functions of its owner.
     */
    createTeamWithMinor: async (fields: Record<string, unknown> = {}) => {
      const address = `guardian${++serial}@family.test`
      const account = await t.person({ role: 'coach', lang: 'en', emailConfirmedAt: new Date() })
      const owner = { ...account, token: await t.tokenOf(account.email) }
      const register = async (more: Record<string, unknown> = {}): Promise<StoredTeam> => {
        const members = [
          createMinor(address),
          createMember({ birthDate: adultBirthDate, consent: undefined }),
        ]
        const reply = await t.send(
          'POST',
          getPath('POST /api/teams'),
          owner.token,
          t.team({ ageLevel: 'senior', members, ...more }),
        )
        expect(reply.statusCode, reply.body).toBe(200)
        return reply.json().team
      }
      const team = await register(fields)
      const child = team.members[0] as StoredPerson
      const readTeam = async () =>
        (await t.send('GET', `${getPath('GET /api/teams')}?id=${team.id}`, owner.token)).json().team
      const copyLink = (token = owner.token, personId = child.id) =>
        t.send(
          'POST',
          getPath('POST /api/teams/:teamId/members/:personId/guardian-link', { teamId: team.id, personId }),
          token,
        )
      return {
        address,
        owner,
        team,
        child,
        register,
        readTeam,
        readState: async () => (await readTeam()).guardianConfirmations,
        copyLink,
        createToken: async () => getToken((await copyLink()).json().link),
        emailLink: (token = owner.token, personId = child.id) =>
          t.send(
            'POST',
            getPath('POST /api/teams/:teamId/members/:personId/guardian-mail', { teamId: team.id, personId }),
            token,
          ),
        /** Saves the team again with a change of the child. */
        saveTeam: async (change: Record<string, unknown> = {}) => {
          const current = await readTeam()
          const members = current.members.map((member: StoredPerson) => ({
            ...toSubmitted(member),
            ...(member.id === child.id ? change : {}),
          }))
          const form = {
            ...t.team({
              ageLevel: 'senior',
              name: current.name,
              coaches: current.coaches.map(toSubmitted),
              members,
            }),
            id: team.id,
            version: current.version,
          }
          const reply = await t.send('PUT', getPath('PUT /api/teams'), owner.token, form)
          expect(reply.statusCode, reply.body).toBe(200)
        },
        listAuditActions: async () => {
          const { rows } = await t.database.pool.query(
            'select action, actor_id, after from audit_log where entity_id = $1 order by at, id',
            [child.id],
          )
          return rows.map(({ action, actor_id, after }) => [action, actor_id, after?.method])
        },
      }
    },
    /** Deletes all teams with their payments and opens the registration again. */
    reset: async () => {
      await t.db.delete(payments)
      await t.db.delete(teams)
      await t.db.update(competitions).set({ closesAt: null })
    },
  }
}
export type GuardiansApp = Awaited<ReturnType<typeof startGuardiansApp>>

export const createAdult = () => createMember({ birthDate: adultBirthDate, consent: undefined })

/** Changes the competition of the teams. */
export const setLimits = (t: GuardiansApp, values: Partial<typeof competitions.$inferInsert>) =>
  t.db.update(competitions).set(values).where(eq(competitions.id, t.robo.id))

/** Registers a team with a minor, whose guardian refuses by the link of the returned token, and an adult. */
export const createTeamOfRefusedMinor = async (t: GuardiansApp, fields: Record<string, unknown> = {}) => {
  const made = await t.createTeamWithMinor(fields)
  const token = await made.createToken()
  expect((await t.decide(token, false)).statusCode).toBe(200)
  return { ...made, token }
}

/** Submits a team with other members, as its owner. */
export const submitTeam = async (
  t: GuardiansApp,
  { owner, team, readTeam }: Awaited<ReturnType<GuardiansApp['createTeamWithMinor']>>,
  members: unknown[],
  more: object = {},
) => {
  const current = await readTeam()
  return t.send('PUT', getPath('PUT /api/teams'), owner.token, {
    ...t.team({ ageLevel: 'senior', name: current.name, coaches: current.coaches.map(toSubmitted) }),
    members,
    id: team.id,
    version: current.version,
    ...more,
  })
}

/** Adds a team to a new event. */
export const addEventOfTeam = async ({ db }: GuardiansApp, teamId: string, startDate: string) => {
  const id = randomUUIDv7()
  const texts = { titleEn: 'Final', titleAr: 'النهائي', descriptionEn: '', descriptionAr: '' }
  await db.insert(events).values({ id, slug: `event-${id}`, ...texts, startDate, active: true })
  await db.insert(eventTeams).values({ eventId: id, teamId, badgeCode: id })
}
