import { useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import type { AccountTeam } from '#contract/people/teams/team.schema.ts'
import { ResultsWithProtestFormsSection } from '#web/account/event/protests/protest-section.tsx'
import { useRevalidateOnFocus } from '#web/account/people/teams/page-data.ts'
import { requireStoredUserOrRedirect } from '#web/shared/accounts/session/guards.ts'
import { accountApi } from '#web/shared/api/account.ts'
import { accountTeamApi } from '#web/shared/api/account-teams.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { ConfirmDialog } from '#web/shared/forms/dialog.tsx'
import { localizePath, useLang } from '#web/shared/language.ts'
import { loadAccountTeamTexts } from '#web/shared/people/teams/account-team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'
import styles from '../page.module.css'
import { toCallResultOrSignOutAndRedirect, useAddAccountTeamTexts } from '../page-data.ts'
import { LoaderErrorAlert, TeamPageHeader } from '../page-parts.tsx'
import type { Route } from './+types/team-page.ts'
import { AccountTeamDetails } from './account-team-details.tsx'
import { GuardianConfirmationRequestSection } from './guardian-confirmation-section.tsx'
import {
  SeasonRecords,
  TeamFeedbackSection,
  TeamMatchLinksSection,
  TeamProgressHistory,
  TeamScheduleSection,
} from './team-sections.tsx'
import { TeamNextStepNotice, TeamPaymentLink } from './team-status.tsx'

type Props = { team: Pick<AccountTeam, 'id' | 'name' | 'leave' | 'paid'>; onChanged: () => void }

/**
 * Shows the owner of a team that is paid, or whose money is in decision, a button that asks the organizers to let
 * the team leave its competition, or the state of that request.
 */
function LeaveRequestSection({ team, onChanged }: Props) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const text = t(team.paid ? 'accountTeams.leave.text' : 'accountTeams.leave.textInDecision')
  const request = async () => {
    await accountTeamApi.requestLeave(team.id)
    setAsking(false)
    onChanged()
  }
  return (
    <section aria-labelledby="leave" className={styles.part}>
      <h2 id="leave" className={styles.partTitle}>
        {t('accountTeams.leave.title')}
      </h2>
      <p role="status">{team.leave === null ? text : t(`accountTeams.leave.${team.leave}`)}</p>
      {team.leave === 'open' ? null : (
        <p className={styles.end}>
          <button type="button" className={`${page.ghost} ${page.small}`} onClick={() => setAsking(true)}>
            {t('accountTeams.leave.ask')}
          </button>
        </p>
      )}
      {asking ? (
        <ConfirmDialog
          title={t('accountTeams.leave.question', { name: team.name })}
          text={text}
          action={t('accountTeams.leave.ask')}
          onConfirm={request}
          onClose={() => setAsking(false)}
          cancel={t('accountTeams.view.cancel')}
          offline={t('accountTeams.offline')}
        />
      ) : null}
    </section>
  )
}

/** Registers a lapsed team again and says whether it got a place. */
function RegisterAgainButton({ teamId }: { teamId: string }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const register = async () => {
    try {
      const { status } = await accountTeamApi.registerAgain(teamId)
      toast.success(
        t(
          status === 'registered'
            ? 'accountTeams.view.registeredAgain'
            : 'accountTeams.view.joinedWaitingList',
        ),
      )
    } catch (error) {
      toast.error(error instanceof ApiError && error.message ? error.message : t('accountTeams.offline'))
    }
    await revalidate()
  }
  return (
    <button type="button" className={`${page.button} ${page.small}`} onClick={() => void register()}>
      {t('accountTeams.view.registerAgain')}
    </button>
  )
}

/** Shows a coach whom the organizers invited a button to become the owner of the team. */
function CoachInvitationNotice({ teamId }: { teamId: string }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [isSaving, setIsSaving] = useState(false)
  const takeOver = async () => {
    setIsSaving(true)
    try {
      toast.success((await accountTeamApi.takeOver(teamId)).message)
    } catch (error) {
      toast.error(error instanceof ApiError && error.message ? error.message : t('accountTeams.offline'))
    }
    await revalidate()
    setIsSaving(false)
  }
  return (
    <section aria-labelledby="coach-invitation" className={styles.part}>
      <h2 id="coach-invitation" className={styles.partTitle}>
        {t('accountTeams.invitation.title')}
      </h2>
      <p>{t('accountTeams.invitation.text')}</p>
      <p className={styles.end}>
        <button
          type="button"
          className={`${page.button} ${page.small}`}
          disabled={isSaving}
          onClick={() => void takeOver()}
        >
          {t('accountTeams.invitation.accept')}
        </button>
      </p>
    </section>
  )
}

/** Loads a team of the account. The team of another account is not found. */
export const clientLoader = async ({ request, params }: Route.ClientLoaderArgs) => {
  requireStoredUserOrRedirect(request.url)
  const [texts, team, records, ranks, history, protests, { schedules, matchEvents }, feedback] =
    await Promise.all([
      loadAccountTeamTexts(),
      toCallResultOrSignOutAndRedirect(accountTeamApi.one(params.id), request.url),
      // the page works without the records, the rankings, the history, the protests, the schedules and the
      // feedback
      accountTeamApi.seasonRecords(params.id).catch(() => []),
      accountTeamApi.ranks().catch(() => []),
      accountTeamApi.history(params.id).catch(() => []),
      accountApi.protests.list().catch(() => []),
      accountTeamApi.schedules(params.id).catch(() => ({ schedules: [], matchEvents: [] })),
      accountTeamApi.feedback(params.id).catch(() => []),
    ])
  return { texts, team, records, ranks, history, protests, schedules, matchEvents, feedback }
}

export default function AccountTeamPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  useAddAccountTeamTexts(loaderData.texts)
  useRevalidateOnFocus()
  const lang = useLang()
  const navigate = useNavigate()
  // the form of a new team leads here with the address
  const { emailTo } = (useLocation().state ?? {}) as { emailTo?: string | null }
  const { revalidate } = useRevalidator()
  const [asking, setAsking] = useState(false)
  const { team, records, ranks, history, protests, schedules, matchEvents, feedback } = loaderData
  if ('problem' in team)
    return (
      <div className={`${page.wide} ${styles.page}`}>
        <TeamPageHeader title={t('accountTeams.title')} back />
        {team.problem.status === 404 ? (
          <p className={page.empty}>{t('accountTeams.view.missing')}</p>
        ) : (
          <LoaderErrorAlert title={t('accountTeams.failed')} problem={team.problem} />
        )}
      </div>
    )
  const own = team.value
  const withdraw = async () => {
    const { message } = await accountTeamApi.withdraw(own.id)
    toast.success(message)
    void navigate(localizePath('/account/', lang))
  }
  return (
    <div className={`${page.wide} ${styles.page}`}>
      <TeamPageHeader title={own.name} back>
        <div className={styles.actions}>
          <TeamPaymentLink team={own} />
          {own.status === 'lapsed' && own.editable && own.role === 'owner' ? (
            <RegisterAgainButton teamId={own.id} />
          ) : null}
          {own.canReplaceMembers ? (
            <LocalizedLink to={`/account/teams/${own.id}/edit`} className={`${page.ghost} ${page.small}`}>
              {t('accountTeams.view.edit')}
            </LocalizedLink>
          ) : null}
        </div>
      </TeamPageHeader>
      {emailTo ? <p role="status">{t('accountTeams.view.emailTo', { email: emailTo })}</p> : null}
      {own.isInvitedToOwn ? <CoachInvitationNotice teamId={own.id} /> : null}
      <TeamNextStepNotice team={own} ranks={ranks} />
      <GuardianConfirmationRequestSection team={own} onChanged={() => void revalidate()} />
      <AccountTeamDetails team={own} ranks={ranks} />
      <TeamScheduleSection teamId={own.id} schedules={schedules} />
      <TeamMatchLinksSection teamNo={own.teamNo} events={matchEvents} />
      <TeamFeedbackSection feedback={feedback} />
      <ResultsWithProtestFormsSection
        entries={protests.filter(({ teamId }) => teamId === own.id)}
        onChanged={() => void revalidate()}
      />
      <SeasonRecords records={records} isFree={own.fee === 0} />
      <TeamProgressHistory history={history} />
      {own.canWithdraw ? (
        <p className={styles.end}>
          <button type="button" className={`${page.ghost} ${page.small}`} onClick={() => setAsking(true)}>
            {t('accountTeams.view.withdraw')}
          </button>
        </p>
      ) : null}
      {(own.paid || own.isPaymentInDecision) && own.role === 'owner' ? (
        <LeaveRequestSection team={own} onChanged={() => void revalidate()} />
      ) : null}
      {asking ? (
        <ConfirmDialog
          title={t('accountTeams.view.withdrawQuestion', { name: own.name })}
          text={t('accountTeams.view.withdrawText')}
          action={t('accountTeams.view.withdraw')}
          onConfirm={withdraw}
          onClose={() => setAsking(false)}
          cancel={t('accountTeams.view.cancel')}
          offline={t('accountTeams.offline')}
        />
      ) : null}
    </div>
  )
}
