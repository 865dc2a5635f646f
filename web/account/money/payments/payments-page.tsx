import type { Payment } from '#contract/money/payment.schema.ts'
import cards from '#web/account/fact-cards.module.css'
import { readDataOrClearSessionAndRedirect } from '#web/shared/accounts/session/guards.ts'
import { paymentApi } from '#web/shared/api/payments.ts'
import { formatMoney } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { DescriptionListEntry } from '#web/shared/ui/fact.tsx'
import facts from '#web/shared/ui/facts.module.css'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/payments-page.ts'
import styles from './account-payments.module.css'
import { RefundNote } from './payment-details.tsx'

/** Shows all payments for the teams of the account, the newest first. */
function AccountPayments({ payments }: { payments: Payment[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  if (payments.length === 0)
    return (
      <div className={page.empty}>
        <p>{t('account.paymentsPage.none')}</p>
        <LocalizedLink to="/account/" className={page.button ?? ''}>
          {t('account.paymentsPage.toTeams')}
        </LocalizedLink>
      </div>
    )
  return (
    <ul className={cards.list}>
      {payments.map((payment) => (
        <li key={payment.id} className={cards.card}>
          <h2 className={cards.title}>
            <Bdi>{payment.team.name}</Bdi>
          </h2>
          <p className={styles.state} data-good={payment.state === 'paid' ? true : undefined}>
            {payment.state === 'paid'
              ? t('account.paymentsPage.paid')
              : t(`payment.states.${payment.state}.title`)}
          </p>
          <dl className={`${facts.facts} ${styles.facts}`}>
            <DescriptionListEntry label={t('account.paymentsPage.amount')}>
              <bdi>{formatMoney(payment, lang)}</bdi>
            </DescriptionListEntry>
            <DescriptionListEntry label={t('payment.competition')}>
              {payment.team.competition[lang]}
            </DescriptionListEntry>
            <DescriptionListEntry label={t('account.paymentsPage.begun')}>
              {formatDateTime(payment.createdAt)}
            </DescriptionListEntry>
            {payment.receipt ? (
              <DescriptionListEntry label={t('account.paymentsPage.receipt')}>
                <bdi dir="ltr">{payment.receipt}</bdi>
              </DescriptionListEntry>
            ) : null}
          </dl>
          <RefundNote payment={payment} />
          {payment.demo ? <p className={cards.note}>{t('payment.demo.mode')}</p> : null}
          {payment.method === 'manual' ? (
            <p className={cards.note}>{t('account.paymentsPage.byHand')}</p>
          ) : (
            <p className={styles.links}>
              <LocalizedLink to={`/payment/return/${payment.id}/`} className={page.more ?? ''}>
                {t('account.paymentsPage.open')}
              </LocalizedLink>
              {payment.receipt ? (
                <LocalizedLink to={`/payment/receipt/${payment.id}/`} className={page.more ?? ''}>
                  {t('payment.receiptLink')}
                </LocalizedLink>
              ) : null}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => ({
  payments: await readDataOrClearSessionAndRedirect(request.url, paymentApi.listOwn),
})
clientLoader.hydrate = true as const

export default function AccountPaymentsPage({ loaderData }: Route.ComponentProps) {
  return <AccountPayments payments={loaderData.payments} />
}
