import { IconMail, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Settings } from '#contract/settings.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import page from '#web/shared/ui/page.module.css'
import { PageTitle } from '#web/shared/ui/page-title.tsx'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import styles from './payment.module.css'

/** Shows the layout of the payment pages: a title and one card. Without `text` there is no title band, and the card has the heading of the page. */
export function PaymentLayout({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <>
      <NoindexPageMetadata title={title} />
      {text === undefined ? null : <PageTitle title={title} text={text} />}
      <div className={`${page.wide} ${page.section} ${styles.page}`}>
        <div className={styles.card}>{children}</div>
      </div>
    </>
  )
}

/** Shows the e-mail address and phone number of the organizers, and a link to the contact page. */
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
      <SiteLink to="/contact-us/" className={page.more ?? ''}>
        {t('payment.contact')}
      </SiteLink>
    </div>
  )
}
