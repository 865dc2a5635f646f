import { type ReactNode, useEffect, useRef } from 'react'
import type { Settings } from '#contract/platform/settings.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconMail, IconPhone } from '#web/shared/ui/icons.ts'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import page from '#web/shared/ui/page.module.css'
import { PageTitleBand } from '#web/shared/ui/page-title.tsx'
import styles from './payment.module.css'

/**
 * Shows the layout of the payment pages: a title and one card. Without `text` there is no title band, and the
 * card has the heading of the page.
 */
export function PaymentLayout({
  title,
  text,
  children,
}: {
  title: string
  text?: string
  children: ReactNode
}) {
  return (
    <>
      <NoindexPageMetadata title={title} />
      {text === undefined ? null : <PageTitleBand title={title} text={text} />}
      <div className={`${page.wide} ${page.section} ${styles.page}`}>
        <div className={styles.card}>{children}</div>
      </div>
    </>
  )
}

/** Shows the email address and phone number of the organizers, and a link to the contact page. */
export function OrganizerContact({ contact }: { contact: Settings['contact'] | undefined }) {
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
      <LocalizedLink to="/contact-us/" className={page.more ?? ''}>
        {t('payment.contact')}
      </LocalizedLink>
    </div>
  )
}

/** Shows a message instead of the payment. Its heading gets the focus. */
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

/** Shows that the payment is being loaded. */
export function PaymentLoadingMessage() {
  const { t } = useTranslation()
  return (
    <p role="status" className={styles.waiting}>
      {t('payment.waiting')}
    </p>
  )
}
