import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { ProtestSection } from '#web/account/protests/protest-section.tsx'
import { useRevalidateOnFocus } from '#web/account/use-revalidate-on-focus.ts'
import { accountApi } from '#web/shared/api/account-api.ts'
import { accountTeamApi } from '#web/shared/api/account-team-api.ts'
import { ConfirmDialog } from '#web/shared/forms/confirm-dialog.tsx'
import { localizePath, useLang } from '#web/shared/language.ts'
import { requireStoredUser } from '#web/shared/session/guards.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { toast } from '#web/shared/ui/toast.ts'
import type { Route } from './+types/team-page.ts'
import { AccountTeamDetails } from './account-team-details.tsx'
import { awaitResultOrRedirectToSignIn } from './await-result.ts'
import { GuardianConfirmationSection } from './guardian-confirmation-section.tsx'
import { LeaveRequestSection } from './leave-request-section.tsx'
import { LoaderErrorAlert } from './loader-error-alert.tsx'
import styles from './page.module.css'
import { TeamPageHeader } from './page-header.tsx'
import { TeamPaymentLink } from './payment-status.tsx'
import { RegisterAgainButton } from './register-again-button.tsx'
import { SeasonRecords } from './season-records.tsx'
import { TeamHistory } from './team-history.tsx'
import { TeamNextStepNotice } from './team-next-step-notice.tsx'
import { loadAccountTeamTexts, useAddAccountTeamTexts } from './texts.ts'

/** Loads a team of the account. The team of another account is not found. */
export const clientLoader = async ({ request, params }: Route.ClientLoaderArgs) => {
  requireStoredUser(request.url)
  const [texts, team, records, ranks, history, protests] = await Promise.all([
    loadAccountTeamTexts(),
    awaitResultOrRedirectToSignIn(accountTeamApi.one(params.id), request.url),
    // the page works without the records, the rankings, the history and the protests
    accountTeamApi.seasonRecords(params.id).catch(() => []),
    accountTeamApi.ranks().catch(() => []),
    accountTeamApi.history(params.id).catch(() => []),
    accountApi.protests.list().catch(() => []),
  ])
  return { texts, team, records, ranks, history, protests }
}

export default function AccountTeamPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  useAddAccountTeamTexts(loaderData.texts)
  useRevalidateOnFocus()
  const lang = useLang()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [asking, setAsking] = useState(false)
  const { team, records, ranks, history, protests } = loaderData
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
          {own.status === 'lapsed' && own.editable && own.role === 'owner' ? <RegisterAgainButton teamId={own.id} /> : null}
          {own.editable ? (
            <SiteLink to={`/account/teams/${own.id}/edit`} className={`${page.ghost} ${page.small}`}>
              {t('accountTeams.view.edit')}
            </SiteLink>
          ) : null}
        </div>
      </TeamPageHeader>
      <TeamNextStepNotice team={own} ranks={ranks} />
      <GuardianConfirmationSection team={own} onChanged={() => void revalidate()} />
      <AccountTeamDetails team={own} ranks={ranks} />
      <ProtestSection entries={protests.filter(({ teamId }) => teamId === own.id)} onChanged={() => void revalidate()} />
      <SeasonRecords records={records} isFree={own.fee === 0} />
      <TeamHistory history={history} />
      {own.editable && !own.paid && own.role === 'owner' ? (
        <p className={styles.end}>
          <button type="button" className={`${page.ghost} ${page.small}`} onClick={() => setAsking(true)}>
            {t('accountTeams.view.withdraw')}
          </button>
        </p>
      ) : null}
      {own.paid && own.role === 'owner' ? <LeaveRequestSection team={own} onChanged={() => void revalidate()} /> : null}
      {asking ? (
        <ConfirmDialog
          title={t('accountTeams.view.withdrawQuestion', { name: `\u2068${own.name}\u2069` })}
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
