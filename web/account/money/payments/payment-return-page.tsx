import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Payment } from '#contract/money/payment.schema.ts'
import type { PaymentState } from '#contract/money/payment.ts'
import { getShortPaymentReference } from '#contract/money/payment-rules.ts'
import type { AccountTeam } from '#contract/people/teams/team.schema.ts'
import type { Settings } from '#contract/platform/settings.ts'
import { accountTeamApi } from '#web/shared/api/account-teams.ts'
import { paymentApi } from '#web/shared/api/payments.ts'
import type { PublicApi } from '#web/shared/api/public-api.ts'
import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import { formatMoney } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { getSiteCode } from '#web/shared/page-attributes.ts'
import { formatTeamNextStep, loadAccountTeamTexts } from '#web/shared/people/teams/account-team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { DescriptionListEntry } from '#web/shared/ui/fact.tsx'
import { IconCheck, IconClockHour4, IconX } from '#web/shared/ui/icons.ts'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/payment-return-page.ts'
import styles from './payment.module.css'
import { PaymentTeamAndAmount, RefundNote } from './payment-details.tsx'
import { OrganizerContact, PaymentLayout, PaymentLoadingMessage } from './payment-layout.tsx'
import { useAccountQueryOrSignIn } from './use-account-query.ts'

const icons = { plain: IconClockHour4, good: IconCheck, bad: IconX }

/**
 * Shows the result of a payment as the main heading of its page, with an icon and, below the title, the
 * amount. The heading gets the focus.
 */
function PaymentResult({
  title,
  text,
  tone,
  children,
}: {
  title: string
  text: string
  tone: keyof typeof icons
  children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const Icon = icons[tone]
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another result
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title])
  return (
    <div className={`${styles.result} ${styles[tone]}`}>
      <span className={styles.resultIcon}>
        <Icon size={36} stroke={2.4} aria-hidden />
      </span>
      <h1 className={styles.messageTitle} ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
      <p>{text}</p>
    </div>
  )
}

/**
 * Shows what the team does or waits for after its fee is paid. Renders nothing until the team is loaded, and
 * for administrators, whose team it is not.
 */
function StepAfterPayment({ teamId }: { teamId: string }) {
  const { t, i18n } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const [team, setTeam] = useState<AccountTeam>()
  useEffect(() => {
    void Promise.all([accountTeamApi.one(teamId), loadAccountTeamTexts()]).then(
      ([loaded, texts]) => {
        i18n.add(texts)
        setTeam(loaded)
      },
      () => {},
    )
  }, [teamId, i18n])
  if (!team) return null
  return (
    <section className={styles.next} aria-labelledby="next-step">
      <h2 id="next-step" className={styles.nextTitle}>
        {t('payment.next')}
      </h2>
      <p>{formatTeamNextStep(t, team, team.scores.length > 0, formatDateTime)}</p>
    </section>
  )
}

const tones: Partial<Record<PaymentState, 'good' | 'bad'>> = {
  paid: 'good',
  refunded: 'good',
  declined: 'bad',
  mismatch: 'bad',
  failed: 'bad',
}
/** States after which a new payment can be started. */
const over: ReadonlySet<PaymentState> = new Set([
  'declined',
  'cancelled',
  'expired',
  'failed',
  'refunded',
  'withdrawn',
])
/** Those of them in which the fee is still to be paid. */
const unpaid: ReadonlySet<PaymentState> = new Set(['declined', 'cancelled', 'expired', 'failed'])
/** States in which the payer waits for the organizers, or may have to contact them. */
const withContact: ReadonlySet<PaymentState> = new Set([
  'held',
  'mismatch',
  'excess',
  'undecided',
  'withdrawn',
  'declined',
  'failed',
])
const pause = 4000
const rounds = 15

/**
 * Shows the state of a payment. The page checks it with the gateway when the browser returns, repeatedly
 * while the payment is pending, and on demand.
 */
function PaymentOutcome({
  paymentId,
  contact,
}: {
  paymentId: string
  contact: Settings['contact'] | undefined
}) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDate, formatDateTime } = useDateFormat()
  const check = () => paymentApi.check(paymentId)
  const { value: payment, problem, run } = useAccountQueryOrSignIn<Payment>(check, paymentId)
  const [busy, setBusy] = useState(false)
  const checkCount = useRef(0)
  const again = async () => {
    setBusy(true)
    await run(check)
    setBusy(false)
  }
  const open = payment?.state === 'pending'
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer schedules the next check
  useEffect(() => {
    if (!open || checkCount.current >= rounds) return
    const timer = setTimeout(() => {
      checkCount.current++
      void run(check)
    }, pause)
    return () => clearTimeout(timer)
  }, [open, payment, problem])

  if (!payment) {
    if (!problem)
      return (
        <>
          <h1 className={hidden.visuallyHidden}>{t('payment.result')}</h1>
          <PaymentLoadingMessage />
        </>
      )
    const missing = problem.status === 404 || problem.status === 400
    return (
      <>
        <PaymentResult
          title={t(missing ? 'payment.missingPayment.title' : 'broken.title')}
          text={missing ? t('payment.missingPayment.text') : problem.message || t('payment.offline')}
          tone="bad"
        />
        <div className={styles.resultActions}>
          {missing ? (
            <OrganizerContact contact={contact} />
          ) : (
            <button type="button" className={page.button} aria-disabled={busy} onClick={() => void again()}>
              {t('payment.ask')}
            </button>
          )}
        </div>
      </>
    )
  }
  const { state, team, teamStatus, teamPaid, payBy } = payment
  const getLaterText = () => {
    if (teamStatus !== 'registered') return t(`payment.noPlace.${teamStatus}.text`)
    return payBy === null ? t('payment.later') : t('payment.laterUntil', { date: formatDateTime(payBy) })
  }
  const names = { team: team.name, competition: team.competition[lang] }
  const text =
    state === 'paid'
      ? t('payment.received', names)
      : [
          t(`payment.states.${state}.text`),
          ...(unpaid.has(state) && !teamPaid ? [getLaterText()] : []),
          ...(state === 'undecided' && teamStatus === 'registered' ? [t('payment.keepsPlace')] : []),
        ].join(' ')
  const toPaymentPage = `/payment/telr?team_id=${team.id}`
  const isPaid = state === 'paid'
  return (
    <>
      <PaymentResult title={t(`payment.states.${state}.title`)} text={text} tone={tones[state] ?? 'plain'}>
        {isPaid ? (
          <p className={styles.resultAmount}>
            <bdi>{formatMoney(payment, lang)}</bdi>
          </p>
        ) : null}
      </PaymentResult>
      {isPaid ? <StepAfterPayment teamId={team.id} /> : null}
      <div className={styles.resultActions}>
        {over.has(state) ? (
          <LocalizedLink to={toPaymentPage} className={page.button ?? ''}>
            {t('payment.again')}
          </LocalizedLink>
        ) : null}
        {state === 'created' || open || state === 'held' ? (
          <button type="button" className={page.button} aria-disabled={busy} onClick={() => void again()}>
            {t(busy ? 'payment.asking' : 'payment.ask')}
          </button>
        ) : null}
        {open ? (
          <LocalizedLink to={toPaymentPage} className={page.more ?? ''}>
            {t('payment.goOn')}
          </LocalizedLink>
        ) : (
          <LocalizedLink
            to={`/account/teams/${team.id}`}
            className={(isPaid ? page.button : page.more) ?? ''}
          >
            {t('payment.noPlace.toTeam')}
          </LocalizedLink>
        )}
        {payment.receipt ? (
          <LocalizedLink to={`/payment/receipt/${payment.id}/`} className={page.more ?? ''}>
            {t('payment.receiptLink')}
          </LocalizedLink>
        ) : null}
      </div>
      <div role="alert">
        {problem ? <p className={styles.problem}>{problem.message || t('payment.offline')}</p> : null}
      </div>
      <PaymentTeamAndAmount team={team} money={payment} amountLabel={isPaid ? undefined : t('payment.fee')}>
        <DescriptionListEntry label={t(payment.receipt ? 'payment.receipt.number' : 'payment.number')}>
          <bdi dir="ltr">{payment.receipt ?? getShortPaymentReference(payment.id)}</bdi>
        </DescriptionListEntry>
        {payment.paidAt ? (
          <DescriptionListEntry label={t('payment.receipt.date')}>
            {formatDate(payment.paidAt)}
          </DescriptionListEntry>
        ) : null}
      </PaymentTeamAndAmount>
      <RefundNote payment={payment} />
      {payment.test ? (
        <p className={styles.quiet}>{t(payment.demo ? 'payment.demo.mode' : 'payment.testMode')}</p>
      ) : null}
      {withContact.has(state) ? <OrganizerContact contact={contact} /> : null}
    </>
  )
}

const load = async (api: PublicApi, name: string) => ({
  settings: await api.content.settings(name).catch(() => null),
})
export const loader = ({ context }: Route.LoaderArgs) =>
  load(getLoaderApi(context), context.get(pageContext).siteCode)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) =>
  load(getLoaderApi(context), getSiteCode())

/** Shows a page to which the gateway redirects the browser after every outcome. */
export default function PaymentReturnPage({ loaderData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <PaymentLayout title={t('payment.result')}>
      <PaymentOutcome paymentId={params.paymentId} contact={loaderData.settings?.contact} />
    </PaymentLayout>
  )
}
