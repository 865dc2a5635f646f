import { useSearchParams } from 'react-router'
import type { PaymentOffer } from '#contract/money/payment.schema.ts'
import { isAwaitingBankOrAdminDecision } from '#contract/money/payment.ts'
import type { Settings } from '#contract/platform/settings.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { paymentApi } from '#web/shared/api/payments.ts'
import type { PublicApi } from '#web/shared/api/public-api.ts'
import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import { FormError } from '#web/shared/forms/form.tsx'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { getSiteCode } from '#web/shared/page-attributes.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import type { Route } from './+types/start-payment-page.ts'
import styles from './payment.module.css'
import { PaymentTeamAndAmount } from './payment-details.tsx'
import { OrganizerContact, PaymentLayout, PaymentLoadingMessage, PaymentMessage } from './payment-layout.tsx'
import { useAccountQueryOrSignIn } from './use-account-query.ts'

/** Returns the newest payment that is paid, or in decision. */
const telling = ({ payments }: PaymentOffer) =>
  payments.find(({ state }) => state === 'paid') ??
  payments.find(({ state }) => isAwaitingBankOrAdminDecision(state))

function Pay({ offer, onPaid }: { offer: PaymentOffer; onPaid: () => void }) {
  const { t } = useTranslation()
  const { submitting, failure, submit } = useSubmitRunner({ offline: t('payment.offline') })
  const pay = async () => {
    const failed = await submit(async () => {
      const { url } = await paymentApi.start(offer.team.id)
      window.location.assign(url)
      return 'leaving'
    })
    if (failed?.code === 'payment-not-needed') onPaid()
  }
  return (
    <>
      <FormError failure={failure} />
      <div>
        <button type="button" className={page.button} aria-disabled={submitting} onClick={() => void pay()}>
          {t(submitting ? 'payment.paying' : 'payment.pay')}
        </button>
      </div>
      <p className={styles.quiet}>{t(offer.demo ? 'payment.demo.goesTo' : 'payment.goesTo')}</p>
    </>
  )
}

/** Shows the fee of a team with the button that starts the payment, or the reason why it cannot be paid. */
function StartPayment({ teamId, contact }: { teamId: string; contact: Settings['contact'] | undefined }) {
  const { t } = useTranslation()
  // without an id the call would list all payments of the account
  const read = async () => {
    if (teamId === '') throw new ApiError(404, 'not-found', '')
    return paymentApi.offer(teamId)
  }
  const { value: offer, problem, run } = useAccountQueryOrSignIn(read, teamId)
  if (!offer && problem) {
    const missing = problem.status === 404 || problem.status === 400
    return missing ? (
      <PaymentMessage title={t('payment.missing.title')} text={t('payment.missing.text')} tone="bad">
        <OrganizerContact contact={contact} />
      </PaymentMessage>
    ) : (
      <PaymentMessage title={t('broken.title')} text={problem.message || t('payment.offline')} tone="bad">
        <button type="button" className={page.button} onClick={() => void run(read)}>
          {t('payment.again')}
        </button>
      </PaymentMessage>
    )
  }
  if (!offer) return <PaymentLoadingMessage />
  const known = telling(offer)
  const todo = () => {
    if (offer.paid)
      return (
        <PaymentMessage title={t('payment.already.title')} text={t('payment.already.text')} tone="good">
          {known?.receipt ? (
            <LocalizedLink to={`/payment/receipt/${known.id}/`} className={page.button ?? ''}>
              {t('payment.receiptLink')}
            </LocalizedLink>
          ) : null}
        </PaymentMessage>
      )
    if (offer.amount === 0)
      return <PaymentMessage title={t('payment.free.title')} text={t('payment.free.text')} tone="good" />
    if (known)
      return (
        <PaymentMessage
          title={t(`payment.states.${known.state}.title`)}
          text={[
            t(`payment.states.${known.state}.text`),
            ...(known.state === 'undecided' && offer.status === 'registered'
              ? [t('payment.keepsPlace')]
              : []),
          ].join(' ')}
        />
      )
    if (offer.status !== 'registered')
      return (
        <PaymentMessage
          title={t(`payment.noPlace.${offer.status}.title`)}
          text={t(`payment.noPlace.${offer.status}.text`)}
        >
          <LocalizedLink to={`/account/teams/${offer.team.id}`} className={page.button ?? ''}>
            {t('payment.noPlace.toTeam')}
          </LocalizedLink>
        </PaymentMessage>
      )
    if (!offer.online)
      return (
        <PaymentMessage title={t('payment.off.title')} text={t('payment.off.text')}>
          <OrganizerContact contact={contact} />
        </PaymentMessage>
      )
    return (
      <>
        {offer.test && !offer.demo ? <p className={styles.quiet}>{t('payment.testMode')}</p> : null}
        <Pay offer={offer} onPaid={() => void run(read)} />
      </>
    )
  }
  return (
    <>
      <PaymentTeamAndAmount
        team={offer.team}
        money={offer}
        amountLabel={t(offer.paid ? 'payment.fee' : 'payment.amount')}
      />
      {todo()}
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

/** Shows a page that starts the payment for a team (`?team_id=`). */
export default function StartPaymentPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  return (
    <PaymentLayout title={t('payment.title')} text={t('payment.text')}>
      <StartPayment teamId={search.get('team_id') ?? ''} contact={loaderData.settings?.contact} />
    </PaymentLayout>
  )
}
