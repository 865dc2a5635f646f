import { IconMail, IconPhone } from '@tabler/icons-react'
import type { PageContact } from '#web/shared/page-settings.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { PageSection } from '#web/shared/ui/page-section.tsx'
import { SiteIcon } from '#web/shared/ui/site-icon.tsx'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import styles from './contact.module.css'

/** Shows phone and e-mail of the organizers, and a link to the contact form. */
export function ContactSection({ contact }: { contact: PageContact | undefined }) {
  const { t } = useTranslation()
  return (
    <PageSection
      title={t('home.contact.title')}
      intro={t('home.contact.text')}
      aside={
        <SiteLink to="/contact-us/" className={page.button ?? ''}>
          {t('home.contact.write')}
        </SiteLink>
      }
    >
      {contact?.phone || contact?.email ? (
        <div className={styles.ways}>
          {contact?.phone ? (
            <a href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`} className={styles.way}>
              <SiteIcon icon={IconPhone} size={28} stroke={1.6} aria-hidden />
              <span>
                <span className={styles.kind}>{t('home.contact.phone')}</span>
                <bdi dir="ltr">{contact.phone}</bdi>
              </span>
            </a>
          ) : null}
          {contact?.email ? (
            <a href={`mailto:${contact.email}`} className={styles.way}>
              <SiteIcon icon={IconMail} size={28} stroke={1.6} aria-hidden />
              <span>
                <span className={styles.kind}>{t('home.contact.email')}</span>
                <bdi dir="ltr">{contact.email}</bdi>
              </span>
            </a>
          ) : null}
        </div>
      ) : null}
    </PageSection>
  )
}
