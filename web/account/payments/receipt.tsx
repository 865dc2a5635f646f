import { IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Settings } from '#contract/settings.ts'
import { paymentApi } from '#web/shared/api/payment-api.ts'
import { formatMoney, formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { Star } from '#web/shared/ui/star.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { OrganizerContact } from './organizer-contact.tsx'
import styles from './payment.module.css'
import { PaymentDetails } from './payment-details.tsx'
import { PaymentLoadingMessage, PaymentMessage } from './payment-message.tsx'
import { useAccountQuery } from './use-account-query.ts'

/** Shows the printable receipt of a payment: number, date, team, payer, amount with VAT, transaction and issuer. */
export function Receipt({ paymentId, settings }: { paymentId: string; settings: Settings | null }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDate } = useDateFormat()
  const read = () => paymentApi.getWithReceipt(paymentId)
  const { value, problem, run } = useAccountQuery(read, paymentId)
  const { payment, receipt } = value ?? {}
  if (!payment && !problem) return <PaymentLoadingMessage />
  if (!payment || !receipt) {
    const away = problem && problem.status !== 404 && problem.status !== 400
    if (away)
      return (
        <PaymentMessage title={t('broken.title')} text={problem.message || t('payment.offline')} tone="bad">
          <button type="button" className={page.button} onClick={() => void run(read)}>
            {t('payment.again')}
          </button>
        </PaymentMessage>
      )
    const messageKey = payment ? 'receipt.none' : 'missingPayment'
    return (
      <PaymentMessage title={t(`payment.${messageKey}.title`)} text={t(`payment.${messageKey}.text`)} tone="bad">
        <OrganizerContact contact={settings?.contact} />
      </PaymentMessage>
    )
  }
  const address = settings?.contact.address[lang]
  const row = (label: string, value: ReactNode) => (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
  return (
    <div className={styles.receipt}>
      <div className={styles.receiptHead}>
        <div>
          <p className={styles.brand}>
            <Star size={32} core="var(--sun)" />
            {receipt.issuer[lang] || t('name')}
          </p>
          <address>
            {[address, settings?.contact.email, settings?.contact.phone].filter(Boolean).map((line) => (
              <div key={line}>
                <bdi>{line}</bdi>
              </div>
            ))}
            {receipt.vatNumber ? (
              <div>
                {t('payment.receipt.vatNumber')}: <bdi dir="ltr">{receipt.vatNumber}</bdi>
              </div>
            ) : null}
          </address>
        </div>
        <div>
          <p className={styles.quiet}>{t('payment.receipt.number')}</p>
          <p className={styles.receiptNumber}>
            <bdi dir="ltr">{payment.receipt}</bdi>
          </p>
        </div>
      </div>
      <PaymentDetails team={payment.team} money={payment} amountLabel={t('payment.receipt.total')}>
        {row(t('payment.receipt.paidFor'), t('payment.receipt.fee'))}
        {row(t('payment.receipt.date'), formatDate(payment.paidAt))}
        {receipt.payerName ? row(t('payment.receipt.payer'), <bdi>{receipt.payerName}</bdi>) : null}
        {row(t('payment.receipt.method'), t(payment.demo ? 'payment.receipt.demoCard' : 'payment.receipt.card'))}
        {receipt.transactionRef ? row(t('payment.receipt.transaction'), <bdi dir="ltr">{receipt.transactionRef}</bdi>) : null}
        {receipt.vatPercent === null ? null : (
          <>
            {row(t('payment.receipt.net'), <bdi>{formatMoney({ amount: receipt.net, currency: payment.currency }, lang)}</bdi>)}
            {row(
              t('payment.receipt.vat', { percent: formatNumber(receipt.vatPercent, lang) }),
              <bdi>{formatMoney({ amount: receipt.vat, currency: payment.currency }, lang)}</bdi>,
            )}
          </>
        )}
      </PaymentDetails>
      {payment.refundedAt ? <p>{t('payment.receipt.refunded', { date: formatDate(payment.refundedAt) })}</p> : null}
      {payment.test ? (
        <p className={payment.demo ? styles.problem : styles.quiet}>{t(payment.demo ? 'payment.receipt.demo' : 'payment.receipt.test')}</p>
      ) : null}
      <div className={styles.tools}>
        <button type="button" className={page.button} onClick={() => window.print()}>
          <IconPrinter size={20} stroke={1.8} aria-hidden />
          {t('payment.receipt.print')}
        </button>
      </div>
    </div>
  )
}
