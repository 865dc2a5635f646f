import { useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import { PageTitleBand } from '#web/shared/ui/page-title.tsx'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import styles from './about.module.css'

const parts = ['what', 'who', 'how', 'safe'] as const

export default function AboutPage() {
  const { t } = useTranslation()
  const { brand, isRegistrationEnabled } = useRootData()
  const { about } = brand
  return (
    <>
      <PageMetadata title={t('seo.about.title')} description={t('seo.about.description')} path="/about/" />
      <PageTitleBand title={t('pages.about.title')} text={about || t('pages.about.lead')} />
      <div className={`${page.wide} ${page.section}`}>
        <div className={styles.parts}>
          {parts.map((part) => (
            <section key={part} className={styles.part}>
              <h2 className={styles.title}>{t(`pages.about.parts.${part}.title`)}</h2>
              <p>{t(`pages.about.parts.${part}.text`)}</p>
            </section>
          ))}
        </div>
        <div className={styles.actions}>
          <LocalizedLink to="/competitions/" className={page.button ?? ''}>
            {t(isRegistrationEnabled ? 'nav.registerTeam' : 'nav.competitions')}
          </LocalizedLink>
          <LocalizedLink to="/events" className={page.ghost ?? ''}>
            {t('pages.about.cta')}
          </LocalizedLink>
        </div>
      </div>
    </>
  )
}
