import type { Settings } from '#contract/platform/settings.ts'
import { paymentApi } from '#web/shared/api/payments.ts'
import type { PublicApi } from '#web/shared/api/public-api.ts'
import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import { formatMoney, formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { getSiteCode } from '#web/shared/page-attributes.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { DescriptionListEntry } from '#web/shared/ui/fact.tsx'
import { IconPrinter } from '#web/shared/ui/icons.ts'
import { LogoStar } from '#web/shared/ui/logo.tsx'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import page from '#web/shared/ui/page.module.css'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/receipt-page.ts'
import styles from './payment.module.css'
import { PaymentTeamAndAmount, RefundNote } from './payment-details.tsx'
import { OrganizerContact, PaymentLoadingMessage, PaymentMessage } from './payment-layout.tsx'
import { useAccountQueryOrSignIn } from './use-account-query.ts'

/**
 * Shows the printable receipt of a payment: number, date, team, payer, amount with VAT, transaction and
 * issuer.
 */
function Receipt({ paymentId, settings }: { paymentId: string; settings: Settings | null }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDate } = useDateFormat()
  const read = () => paymentApi.getWithReceipt(paymentId)
  const { value, problem, run } = useAccountQueryOrSignIn(read, paymentId)
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
      <PaymentMessage
        title={t(`payment.${messageKey}.title`)}
        text={t(`payment.${messageKey}.text`)}
        tone="bad"
      >
        <OrganizerContact contact={settings?.contact} />
      </PaymentMessage>
    )
  }
  const address = settings?.contact.address[lang]
  return (
    <div className={styles.receipt}>
      <div className={styles.receiptHead}>
        <div>
          <p className={styles.brand}>
            <LogoStar size={32} core="var(--sun)" />
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
      <PaymentTeamAndAmount team={payment.team} money={payment} amountLabel={t('payment.receipt.total')}>
        <DescriptionListEntry label={t('payment.receipt.paidFor')}>
          {t('payment.receipt.fee')}
        </DescriptionListEntry>
        <DescriptionListEntry label={t('payment.receipt.date')}>
          {formatDate(payment.paidAt)}
        </DescriptionListEntry>
        {receipt.payerName ? (
          <DescriptionListEntry label={t('payment.receipt.payer')}>
            <Bdi>{receipt.payerName}</Bdi>
          </DescriptionListEntry>
        ) : null}
        <DescriptionListEntry label={t('payment.receipt.method')}>
          {t(payment.demo ? 'payment.receipt.demoCard' : 'payment.receipt.card')}
        </DescriptionListEntry>
        {receipt.transactionRef ? (
          <DescriptionListEntry label={t('payment.receipt.transaction')}>
            <bdi dir="ltr">{receipt.transactionRef}</bdi>
          </DescriptionListEntry>
        ) : null}
        {receipt.vatPercent === null ? null : (
          <>
            <DescriptionListEntry label={t('payment.receipt.net')}>
              <bdi>{formatMoney({ amount: receipt.net, currency: payment.currency }, lang)}</bdi>
            </DescriptionListEntry>
            <DescriptionListEntry
              label={t('payment.receipt.vat', { percent: formatNumber(receipt.vatPercent, lang) })}
            >
              <bdi>{formatMoney({ amount: receipt.vat, currency: payment.currency }, lang)}</bdi>
            </DescriptionListEntry>
          </>
        )}
      </PaymentTeamAndAmount>
      <RefundNote payment={payment} />
      {payment.test ? (
        <p className={payment.demo ? styles.problem : styles.quiet}>
          {t(payment.demo ? 'payment.receipt.demo' : 'payment.receipt.test')}
        </p>
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

const load = async (api: PublicApi, name: string) => ({
  settings: await api.content.settings(name).catch(() => null),
})
export const loader = ({ context }: Route.LoaderArgs) =>
  load(getLoaderApi(context), context.get(pageContext).siteCode)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) =>
  load(getLoaderApi(context), getSiteCode())

/** Shows a page with the receipt of a payment, for the owner of the team and administrators. */
export default function ReceiptPage({ loaderData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <div className={`${page.wide} ${page.section} ${styles.page}`}>
      <NoindexPageMetadata title={t('payment.receipt.title')} />
      <div className={styles.card}>
        <h1>{t('payment.receipt.title')}</h1>
        <Receipt paymentId={params.paymentId} settings={loaderData.settings} />
      </div>
    </div>
  )
}
