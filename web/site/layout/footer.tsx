import { useRootData } from '#web/shared/language.ts'
import type { PageContact } from '#web/shared/page-settings.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import { SiteLogo } from '#web/shared/ui/logo.tsx'
import page from '#web/shared/ui/page.module.css'
import styles from './footer.module.css'

const pages = [
  ['/', 'home'],
  ['/events', 'events'],
  ['/competitions/', 'competitions'],
  ['/challenges/', 'challenges'],
  ['/about', 'about'],
  ['/support/', 'support'],
] as const

const legalLinks = [
  ['/privacy/', 'privacy'],
  ['/terms/', 'terms'],
  ['/privacy/#data-officer', 'dataOfficer'],
  ['/verify/', 'verify'],
] as const

type Props = { contact: PageContact | null; year: number; hasPartners: boolean }

/** Shows the footer of the public site. */
export function SiteFooter({ contact, year, hasPartners }: Props) {
  const { t } = useTranslation()
  const {
    brand: { tagline },
    timeZoneName,
  } = useRootData()
  return (
    <footer className={styles.footer}>
      <div className={`${page.wide} ${styles.columns}`}>
        <div>
          <p className={styles.brand}>
            <SiteLogo size={40} />
            {t('name')}
          </p>
          <p className={styles.line}>{tagline || t('footer.line')}</p>
        </div>
        <nav id="pages" aria-label={t('nav.footer')}>
          <ul className={`${styles.list} ${styles.pages}`}>
            {pages.map(([to, name]) => (
              <li key={to}>
                <LocalizedLink to={to} discover="none">
                  {t(`nav.${name}`)}
                </LocalizedLink>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <ul className={styles.list}>
            <li>
              <LocalizedLink to="/contact-us/" discover="none">
                {t('nav.contact')}
              </LocalizedLink>
            </li>
            {contact?.phone ? (
              <li>
                <a href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`} dir="ltr">
                  {contact.phone}
                </a>
              </li>
            ) : null}
            {contact?.email ? (
              <li>
                <a href={`mailto:${contact.email}`} dir="ltr">
                  {contact.email}
                </a>
              </li>
            ) : null}
          </ul>
        </div>
      </div>
      <div className={`${page.wide} ${styles.last}`}>
        <p>{t('footer.rights', { year })}</p>
        {timeZoneName ? <p>{t('timeZone', { zone: timeZoneName })}</p> : null}
        <ul className={styles.legal}>
          {legalLinks.map(([to, name]) => (
            <li key={name}>
              <LocalizedLink to={to} discover="none">
                {t(`footer.${name}`)}
              </LocalizedLink>
            </li>
          ))}
        </ul>
        {hasPartners ? (
          <p>
            <LocalizedLink to="/#partners" discover="none">
              {t('footer.partners')}
            </LocalizedLink>
          </p>
        ) : null}
      </div>
    </footer>
  )
}
