import type { Lang } from '#contract/localized.ts'
import { getTeamNameForEmail } from '#contract/rules/person-name.ts'
import { getPaymentDeadline } from '#contract/rules/team-places.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import type { Actor } from '#server/features/audit/service.ts'
import { lockCompetition } from '#server/features/competitions/service.ts'
import { updateLockedRowWithAudit } from '#server/features/crud/soft-delete.ts'
import { insertMessage } from '#server/features/messages/service.ts'
import { getSiteDate } from '#server/features/settings/service.ts'
import { listTeamNotes } from '#server/features/team-mails/service.ts'
import type { RenderEmail } from '#server/lib/email-templates.ts'
import { lockTeam } from './queries.ts'
import {
  findFirstWaitingTeam,
  findTeamPlace,
  listCompetitionsToFill,
  listTeamIdsForPlaceTask,
  lockTeamForPlaceTask,
  type PlaceTask,
  type TeamPlace,
} from './queries-places.ts'
import { updateTeam } from './queries-write.ts'
import { teamSoftDeleteConfig } from './service.ts'

/** Renders the message that tells the organizers about a paid team without a place. */
export type RenderPlaceMessage = (lang: Lang, values: { team: string; competition: string }) => string
type Options = Pick<Core, 'config' | 'database' | 'mailer' | 'invalidator'> & {
  renderEmail: RenderEmail
  renderMessage: RenderPlaceMessage
}
const system: Actor = { userId: null, name: 'system' }

/**
 * Creates the service of the places of teams: unpaid teams lapse after a mail, and waiting teams get free places. Every change locks the team, then its
 * competition, so no place is given twice, and a payment that arrives at the same time is seen.
 */
export const createCompetitionPlaceService = ({ config, database, mailer, invalidator, renderEmail, renderMessage }: Options) => {
  const { db } = database
  const getCompetitionName = ({ nameEn, nameAr }: TeamPlace['competition'], lang: Lang) => (lang === 'ar' ? nameAr : nameEn)

  const sendMail = async (tx: Db, { team, competition, owner }: TeamPlace, template: Parameters<RenderEmail>[0], day?: Date | null) => {
    if (!owner) return
    const today = await getSiteDate({ config, database })
    const content = renderEmail(template, owner.lang, {
      name: owner.firstName,
      link: `${config.SITE_URL}/account/teams/${team.id}`,
      ...(day ? { day: await getSiteDate({ config, database }, day) } : {}),
      notes: await listTeamNotes(tx, { team, competition }, template, today),
      values: { team: getTeamNameForEmail(team), competition: getCompetitionName(competition, owner.lang) },
    })
    await mailer.send({ to: owner.email, lang: owner.lang, ...content }, tx)
  }

  const tasks: Record<PlaceTask, (tx: Db, place: TeamPlace) => Promise<void>> = {
    notice: async (tx, place) => {
      const noticeAt = new Date()
      await updateTeam(tx, place.team.id, { placeNoticeAt: noticeAt })
      await sendMail(tx, place, 'placeExpiring', getPaymentDeadline(place.competition, { since: place.team.statusAt, noticeAt }))
    },
    lapse: async (tx, place) => {
      const change = { status: 'lapsed' as const, statusAt: new Date(), placeNoticeAt: null }
      await updateLockedRowWithAudit(tx, teamSoftDeleteConfig, place.team, change, 'update', system)
      await sendMail(tx, place, 'placeLapsed')
    },
    'paid-without-place': async (tx, { team, competition, owner }) => {
      await updateTeam(tx, team.id, { placeNoticeAt: new Date() })
      const { firstName = '', lastName = '', email = '', lang = 'en' } = owner ?? {}
      const body = renderMessage(lang, { team: getTeamNameForEmail(team), competition: getCompetitionName(competition, lang) })
      await insertMessage(tx, { kind: 'issue', firstName, lastName, email, body, lang })
    },
  }

  /** Runs a task for every team for which it is due. Returns how many. */
  const runTask = async (task: PlaceTask, errors: unknown[]): Promise<number> => {
    let done = 0
    for (const id of await listTeamIdsForPlaceTask(db, task))
      await inTransaction(db, async (tx) => {
        const place = await lockTeamForPlaceTask(tx, id, task)
        if (!place) return
        await tasks[task](tx, place)
        done++
      }).catch((error: unknown) => errors.push(error))
    return done
  }

  /** Gives the next free place of a competition to the first waiting team. Returns false when none is free or no team waits. */
  const fillNextPlace = (competitionId: string): Promise<boolean> =>
    inTransaction(db, async (tx) => {
      const first = await findFirstWaitingTeam(tx, competitionId)
      const team = first && (await lockTeam(tx, first.id))
      if (!team) return false
      // another process gave it the place, or its owner withdrew it
      if (team.status !== 'waiting' || team.deletedAt) return true
      const competition = await lockCompetition(tx, competitionId)
      if (!competition || (competition.maxTeams !== null && competition.teamCount >= competition.maxTeams)) return false
      const since = new Date()
      await updateLockedRowWithAudit(
        tx,
        teamSoftDeleteConfig,
        team,
        { status: 'registered', statusAt: since, placeNoticeAt: null },
        'update',
        system,
      )
      const place = await findTeamPlace(tx, team.id)
      if (!place) return true
      const deadline = place.team.paid ? null : getPaymentDeadline(competition, { since, noticeAt: null })
      await sendMail(tx, place, deadline ? 'placeGiven' : 'placeGivenWithoutDeadline', deadline)
      return true
    })

  return {
    /**
     * Runs everything that is due now: mails about unpaid teams, lapses, free places for waiting teams, messages to the organizers. A repeat or a concurrent run
     * changes nothing twice. A team that fails does not stop the others; the errors are thrown at the end. Returns how many teams changed.
     */
    updatePlaces: async (): Promise<number> => {
      const errors: unknown[] = []
      let changed = (await runTask('notice', errors)) + (await runTask('lapse', errors))
      for (const competitionId of await listCompetitionsToFill(db))
        try {
          while (await fillNextPlace(competitionId)) changed++
        } catch (error) {
          errors.push(error)
        }
      changed += await runTask('paid-without-place', errors)
      if (changed > 0) await invalidator.invalidate('teams', 'competitions')
      if (errors.length > 0) throw new AggregateError(errors, `the places of ${errors.length} teams could not be updated`)
      return changed
    },
  }
}
