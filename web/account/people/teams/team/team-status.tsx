import type { TFunction } from 'i18next'
import type { AccountTeam } from '#contract/people/teams/team.schema.ts'
import type { TeamRank } from '#contract/people/teams/team-progress.schema.ts'
import { formatMoney, formatNumber } from '#web/shared/format.ts'
import { localizePath, useLang } from '#web/shared/language.ts'
import { formatTeamNextStep } from '#web/shared/people/teams/account-team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconCreditCard } from '#web/shared/ui/icons.ts'
import page from '#web/shared/ui/page.module.css'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from '../page.module.css'

/** Shows the next step of a team. */
export function TeamNextStepNotice({ team, ranks }: { team: AccountTeam; ranks: readonly TeamRank[] }) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const hasResults = team.scores.length > 0 || ranks.some(({ teamId }) => teamId === team.id)
  return (
    <p className={styles.next}>
      {t('accountTeams.progress.next')}:{' '}
      <strong>{formatTeamNextStep(t, team, hasResults, formatDateTime)}</strong>
    </p>
  )
}

/** Formats who registered a team, for a coach of it. */
export const formatTeamOwnerText = (
  t: TFunction,
  { user }: Pick<AccountTeam, 'user'>,
  place: 'card' | 'view',
): string => {
  // the name may be written in the other direction
  const owner = user?.name || undefined
  if (place === 'card')
    return owner ? t('accountTeams.card.coached', { owner }) : t('accountTeams.card.coachedWithoutOwner')
  return owner ? t('accountTeams.view.coachText', { owner }) : t('accountTeams.view.coachTextWithoutOwner')
}

type Props = {
  team: Pick<
    AccountTeam,
    | 'id'
    | 'paid'
    | 'fee'
    | 'currency'
    | 'role'
    | 'status'
    | 'payBy'
    | 'isPaymentInDecision'
    | 'waitingPosition'
    | 'guardianConfirmations'
  >
}

/** Tells whether a guardian refuses: then the payment waits. */
const hasRefusal = ({ guardianConfirmations }: Props['team']) =>
  guardianConfirmations.some(({ state }) => state === 'refused')

/** Shows the payment status of a team, or why it has no place. */
export function TeamPaymentOrPlaceStatus({ team }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  if (team.status === 'waiting')
    return (
      <span className={team.paid ? styles.good : styles.bad}>
        {team.paid ? `${t('accountTeams.card.paid')} · ` : ''}
        {t('accountTeams.card.waiting', { formatted: formatNumber(team.waitingPosition ?? 1, lang) })}
      </span>
    )
  if (team.status === 'lapsed') return <span className={styles.bad}>{t('accountTeams.card.lapsed')}</span>
  if (team.paid) return <span className={styles.good}>{t('accountTeams.card.paid')}</span>
  if (team.isPaymentInDecision) return t('accountTeams.progress.steps.wait-for-payment')
  if (team.fee > 0 && hasRefusal(team))
    return <span className={styles.bad}>{t('accountTeams.card.paymentWaits')}</span>
  if (team.payBy)
    return (
      <span className={styles.bad}>{t('accountTeams.card.payBy', { date: formatDateTime(team.payBy) })}</span>
    )
  return team.fee === 0 ? (
    t('accountTeams.card.free')
  ) : (
    <span className={styles.bad}>{t('accountTeams.card.pending')}</span>
  )
}

/**
 * Shows the link of the owner to the payment, in a new tab (specification, section 2), while a fee is due and no
 * money for it is in decision.
 */
export function TeamPaymentLink({ team }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  if (team.paid || team.fee === 0 || team.role !== 'owner' || team.status !== 'registered') return null
  if (team.isPaymentInDecision || hasRefusal(team)) return null
  return (
    <a
      href={localizePath(`/payment/telr?team_id=${encodeURIComponent(team.id)}`, lang)}
      target="_blank"
      rel="noopener"
      className={`${page.button} ${page.small}`}
    >
      <IconCreditCard size={20} stroke={1.7} aria-hidden />
      {t('accountTeams.card.pay', {
        amount: formatMoney({ amount: team.fee, currency: team.currency }, lang),
      })}
      <span className={hidden.visuallyHidden}> ({t('accountTeams.card.payNewTab')})</span>
    </a>
  )
}
