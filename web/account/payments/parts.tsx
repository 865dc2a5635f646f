import { IconMail, IconPhone } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Money, PaidTeam } from '#contract/payment.ts'
import type { Settings } from '#contract/settings.ts'
import { formatMoney } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import styles from './payment.module.css'

/** Title of a page about paying; search engines leave them out. */
export function PaymentHead({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${title} · ${t('name')}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}

/** The team that is paid for, and the amount. */
export function PaymentDetails({
  team,
  money,
  amountLabel,
  children,
}: {
  team: PaidTeam
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

/** A message in place of the payment: why there is nothing to pay, or what went wrong. Its heading gets the focus. */
export function PaymentMessage({
  title,
  text,
  tone = 'plain',
  children,
}: {
  title: string
  text: string
  tone?: 'plain' | 'good' | 'bad'
  children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another message
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title])
  return (
    <div className={`${styles.message} ${styles[tone]}`}>
      <h2 className={styles.messageTitle} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
      {children ? <div className={styles.actions}>{children}</div> : null}
    </div>
  )
}

/** How to reach the organizers: their own address and phone, or else the contact page. */
export function Contact({ contact }: { contact: Settings['contact'] | undefined }) {
  const { t } = useTranslation()
  return (
    <div className={styles.contact}>
      {contact?.email ? (
        <a href={`mailto:${contact.email}`} className={page.more}>
          <IconMail size={22} stroke={1.6} aria-hidden />
          <bdi dir="ltr">{contact.email}</bdi>
        </a>
      ) : null}
      {contact?.phone ? (
        <a href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`} className={page.more}>
          <IconPhone size={22} stroke={1.6} aria-hidden />
          <bdi dir="ltr">{contact.phone}</bdi>
        </a>
      ) : null}
      <SiteLink to="/contact-us/" className={page.more ?? ''}>
        {t('payment.contact')}
      </SiteLink>
    </div>
  )
}

/** Shown while the payment is loaded. */
export function PaymentLoading() {
  const { t } = useTranslation()
  return (
    <p role="status" className={styles.waiting}>
      {t('payment.waiting')}
    </p>
  )
}
