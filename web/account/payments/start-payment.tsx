import { useRef, useState } from 'react'
import type { PaymentOffer } from '#contract/payment.ts'
import type { Settings } from '#contract/settings.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { paymentApi } from '#web/shared/api/payment-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { Contact, Facts, Told, Waiting } from './parts.tsx'
import styles from './payment.module.css'
import { useOwn } from './use-account-payment.ts'

/** The newest payment that says something of now: it pays the team, or it is on its way. */
const telling = ({ payments }: PaymentOffer) =>
  payments.find(({ state }) => state === 'paid') ?? payments.find(({ state }) => state === 'held')

function Pay({ offer, onPaid }: { offer: PaymentOffer; onPaid: () => void }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const running = useRef(false)
  const pay = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      const { url } = await paymentApi.start(offer.team.id)
      // the page stays busy until the gateway's is there
      return window.location.assign(url)
    } catch (error) {
      const known = error instanceof ApiError ? error : undefined
      if (known?.code === 'payment-not-needed') onPaid()
      setProblem(known?.code === 'offline' ? t('payment.offline') : known?.message || t('messages.loadFailed'))
    }
    running.current = false
    setBusy(false)
  }
  return (
    <>
      <div role="alert">{problem ? <p className={styles.problem}>{problem}</p> : null}</div>
      <div>
        <button type="button" className={page.button} aria-disabled={busy} onClick={() => void pay()}>
          {t(busy ? 'payment.paying' : 'payment.pay')}
        </button>
      </div>
      <p className={styles.quiet}>{t('payment.goesTo')}</p>
    </>
  )
}

/** What there is to do about a team's fee: pay it, or why not. */
export function StartPayment({ teamId, contact }: { teamId: string; contact: Settings['contact'] | undefined }) {
  const { t } = useTranslation()
  const read = () => paymentApi.offer(teamId)
  const { value: offer, problem, run } = useOwn(read, teamId)
  if (!offer && problem) {
    const missing = problem.status === 404 || problem.status === 400
    return missing ? (
      <Told title={t('payment.missing.title')} text={t('payment.missing.text')} tone="bad">
        <Contact contact={contact} />
      </Told>
    ) : (
      <Told title={t('broken.title')} text={problem.message || t('payment.offline')} tone="bad">
        <button type="button" className={page.button} onClick={() => void run(read)}>
          {t('payment.again')}
        </button>
      </Told>
    )
  }
  if (!offer) return <Waiting />
  const known = telling(offer)
  const todo = () => {
    if (offer.paid)
      return (
        <Told title={t('payment.already.title')} text={t('payment.already.text')} tone="good">
          {known?.receipt ? (
            <SiteLink to={`/payment/receipt/${known.id}/`} className={page.button ?? ''}>
              {t('payment.receiptLink')}
            </SiteLink>
          ) : null}
        </Told>
      )
    if (offer.amount === 0) return <Told title={t('payment.free.title')} text={t('payment.free.text')} tone="good" />
    if (known) return <Told title={t(`payment.states.${known.state}.title`)} text={t(`payment.states.${known.state}.text`)} />
    if (!offer.online)
      return (
        <Told title={t('payment.off.title')} text={t('payment.off.text')}>
          <Contact contact={contact} />
        </Told>
      )
    return (
      <>
        {offer.test ? <p className={styles.quiet}>{t('payment.testMode')}</p> : null}
        <Pay offer={offer} onPaid={() => void run(read)} />
      </>
    )
  }
  return (
    <>
      <Facts team={offer.team} money={offer} amountLabel={t('payment.amount')} />
      {todo()}
    </>
  )
}
