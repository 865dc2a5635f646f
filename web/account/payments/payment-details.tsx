import type { ReactNode } from 'react'
import type { Money, PaymentTeam } from '#contract/payment.ts'
import { formatMoney } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './payment.module.css'

/** Shows the team and the amount of a payment. */
export function PaymentDetails({
  team,
  money,
  amountLabel,
  children,
}: {
  team: PaymentTeam
  money: Money
  amountLabel: string
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const lang = useLang()
  const row = (label: string, value: ReactNode) => (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
  return (
    <dl className={styles.facts}>
      {row(t('payment.team'), <bdi>{team.name}</bdi>)}
      {row(t('payment.teamNo'), <bdi dir="ltr">{team.teamNo}</bdi>)}
      {team.schoolName ? row(t('payment.school'), <bdi>{team.schoolName}</bdi>) : null}
      {row(t('payment.competition'), team.competition[lang])}
      {children}
      <div className={`${styles.row} ${styles.sum}`}>
        <dt>{amountLabel}</dt>
        <dd>
          <bdi>{formatMoney(money, lang)}</bdi>
        </dd>
      </div>
    </dl>
  )
}
