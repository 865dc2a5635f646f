import type { ReactNode } from 'react'
import type { Payment, PaymentTeam } from '#contract/money/payment.schema.ts'
import type { Money } from '#contract/money/payment.ts'
import { formatMoney } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { DescriptionListEntry } from '#web/shared/ui/fact.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './payment.module.css'

/**
 * Shows the team and the amount of a payment; `children` are facts between both. Without a label the amount
 * is left out.
 */
export function PaymentTeamAndAmount({
  team,
  money,
  amountLabel,
  children,
}: {
  team: PaymentTeam
  money: Money
  amountLabel: string | undefined
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    <dl className={styles.facts}>
      <DescriptionListEntry label={t('payment.team')}>
        <Bdi>{team.name}</Bdi>
      </DescriptionListEntry>
      <DescriptionListEntry label={t('payment.teamNo')}>
        <bdi dir="ltr">{team.teamNo}</bdi>
      </DescriptionListEntry>
      {team.schoolName ? (
        <DescriptionListEntry label={t('payment.school')}>
          <Bdi>{team.schoolName}</Bdi>
        </DescriptionListEntry>
      ) : null}
      <DescriptionListEntry label={t('payment.competition')}>{team.competition[lang]}</DescriptionListEntry>
      {children}
      {amountLabel === undefined ? null : (
        <DescriptionListEntry rowClassName={styles.sum} label={amountLabel}>
          <bdi>{formatMoney(money, lang)}</bdi>
        </DescriptionListEntry>
      )}
    </dl>
  )
}

/** Says how much of a payment was refunded, and when. Renders nothing without a refund. */
export function RefundNote({
  payment: { amount, refundedAmount, refundedAt, currency },
}: {
  payment: Payment
}) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDate } = useDateFormat()
  if (refundedAt === null) return null
  const date = formatDate(refundedAt)
  const refunded = formatMoney({ amount: refundedAmount, currency }, lang)
  return (
    <p>
      {refundedAmount < amount
        ? t('payment.receipt.refundedPart', { amount: refunded, date })
        : t('payment.receipt.refunded', { date })}
    </p>
  )
}
