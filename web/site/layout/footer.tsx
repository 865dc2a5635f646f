import type { Settings } from '#contract/settings.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { Star } from '#web/shared/ui/star.tsx'
import styles from './footer.module.css'

const pages = [
  ['/', 'home'],
  ['/events', 'events'],
  ['/challenges/', 'challenges'],
  ['/about', 'about'],
  ['/support/', 'support'],
] as const

type Props = { contact: Settings['contact'] | null; year: number; hasPartners: boolean }

/** The footer of the public site. */
export function SiteFooter({ contact, year, hasPartners }: Props) {
  const { t } = useTranslation()
  return (
    <footer className={styles.footer}>
      <div className={`${page.wide} ${styles.columns}`}>
        <div>
          <p className={styles.brand}>
            <Star size={40} core="var(--sun)" />
            {t('name')}
          </p>
          <p className={styles.line}>{t('footer.line')}</p>
        </div>
        <nav aria-label={t('nav.footer')}>
          <ul className={styles.list}>
            {pages.map(([to, name]) => (
              <li key={to}>
                <SiteLink to={to}>{t(`nav.${name}`)}</SiteLink>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <ul className={styles.list}>
            <li>
              <SiteLink to="/contact-us/">{t('nav.contact')}</SiteLink>
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
        {hasPartners ? (
          <p>
            <SiteLink to="/#partners">{t('footer.partners')}</SiteLink>
          </p>
        ) : null}
      </div>
    </footer>
  )
}
