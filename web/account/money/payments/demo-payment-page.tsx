import { useEffect, useState } from 'react'
import type { DemoOrder, DemoOrderOutcome } from '#contract/money/payment.schema.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { demoOrderApi } from '#web/shared/api/payments.ts'
import { formatMoney } from '#web/shared/format.ts'
import { FormError } from '#web/shared/forms/form.tsx'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { DescriptionListEntry } from '#web/shared/ui/fact.tsx'
import page from '#web/shared/ui/page.module.css'
import type { Route } from './+types/demo-payment-page.ts'
import styles from './payment.module.css'
import { PaymentLayout, PaymentLoadingMessage, PaymentMessage } from './payment-layout.tsx'

/**
 * Returns the path of an address of this site, so that the browser stays at the host name under which it
 * opened the site.
 */
const toPath = (url: string) => {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

const buttons: {
  outcome: DemoOrderOutcome
  label: 'pay' | 'decline' | 'cancel'
  style: 'button' | 'ghost'
}[] = [
  { outcome: 'paid', label: 'pay', style: 'button' },
  { outcome: 'declined', label: 'decline', style: 'ghost' },
  { outcome: 'cancelled', label: 'cancel', style: 'ghost' },
]

function DemoOrderForm({ orderRef, order }: { orderRef: string; order: DemoOrder }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { submitting, failure, submit } = useSubmitRunner({ offline: t('payment.offline') })
  const end = (outcome: DemoOrderOutcome) =>
    submit(async () => {
      const { returnUrl } = await demoOrderApi.end(orderRef, outcome)
      window.location.assign(toPath(returnUrl))
      return 'leaving'
    })
  return (
    <>
      <dl className={styles.facts}>
        <DescriptionListEntry label={t('payment.teamNo')}>
          <bdi dir="ltr">{order.teamNo}</bdi>
        </DescriptionListEntry>
        <DescriptionListEntry label={t('payment.competition')}>
          <Bdi>{order.competition[lang]}</Bdi>
        </DescriptionListEntry>
        <DescriptionListEntry rowClassName={styles.sum} label={t('payment.amount')}>
          <bdi>{formatMoney(order, lang)}</bdi>
        </DescriptionListEntry>
      </dl>
      <FormError failure={failure} />
      <div className={styles.actions}>
        {buttons.map(({ outcome, label, style }) => (
          <button
            key={outcome}
            type="button"
            className={page[style]}
            aria-disabled={submitting}
            onClick={() => void end(outcome)}
          >
            {t(`payment.demo.${label}`)}
          </button>
        ))}
      </div>
      <p className={styles.quiet} role="status">
        {submitting ? t('payment.demo.sending') : t('payment.demo.notice')}
      </p>
    </>
  )
}

/** Shows the order of a demo payment, with buttons that choose its outcome. */
function DemoPaymentForm({ orderRef }: { orderRef: string }) {
  const { t } = useTranslation()
  const [order, setOrder] = useState<DemoOrder>()
  const [problem, setProblem] = useState<ApiError>()
  useEffect(() => {
    demoOrderApi.one(orderRef).then(setOrder, (error: unknown) => {
      setProblem(error instanceof ApiError ? error : new ApiError(0, 'unexpected', ''))
    })
  }, [orderRef])
  if (problem) {
    const isMissing = problem.status === 404 || problem.status === 400
    return isMissing ? (
      <PaymentMessage
        title={t('payment.missingPayment.title')}
        text={t('payment.missingPayment.text')}
        tone="bad"
      />
    ) : (
      <PaymentMessage title={t('broken.title')} text={problem.message || t('payment.offline')} tone="bad" />
    )
  }
  if (!order) return <PaymentLoadingMessage />
  if (order.state !== 'pending')
    return (
      <PaymentMessage title={t('payment.demo.ended.title')} text={t('payment.demo.ended.text')}>
        <a href={toPath(order.returnUrl)} className={page.button}>
          {t('payment.demo.back')}
        </a>
      </PaymentMessage>
    )
  return <DemoOrderForm orderRef={orderRef} order={order} />
}

/** Shows a page that takes the place of the gateway's page on a site with demo content. */
export default function DemoPaymentPage({ params }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <PaymentLayout title={t('payment.demo.title')} text={t('payment.demo.text')}>
      <DemoPaymentForm orderRef={params.orderRef} />
    </PaymentLayout>
  )
}
