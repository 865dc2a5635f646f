import { useRouteLoaderData } from 'react-router'
import { useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { PageSection } from '#web/shared/ui/page-section.tsx'
import { PageTitle } from '#web/shared/ui/page-title.tsx'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import type { loader as layoutLoader } from '#web/site/layout/layout.tsx'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import { FirstStageFeatures } from './first-stage-features.tsx'
import { ScrollingTags } from './scrolling-tags.tsx'
import styles from './stage.module.css'

export default function ChallengesPage() {
  const { t } = useTranslation()
  const { isRegistrationEnabled } = useRootData()
  const hasSimulator = useRouteLoaderData<typeof layoutLoader>('site/layout/layout')?.settings?.features.simulator !== false
  return (
    <>
      <PageMetadata title={t('seo.challenges.title')} description={t('seo.challenges.description')} path="/challenges/" />
      <PageTitle title={t('pages.challenges.title')} text={t('pages.challenges.text')} />
      <ScrollingTags tags={t('pages.challenges.tags', { returnObjects: true })} />
      <PageSection
        above={t('pages.challenges.stage')}
        title={t('pages.challenges.stageTitle')}
        intro={t('pages.challenges.stageText')}
        aside={
          <div className={styles.actions}>
            <SiteLink to="/competitions/" className={page.button ?? ''}>
              {t(isRegistrationEnabled ? 'nav.registerTeam' : 'nav.competitions')}
            </SiteLink>
            {hasSimulator ? (
              <SiteLink to="/#simulator" className={page.ghost ?? ''}>
                {t('pages.challenges.cta')}
              </SiteLink>
            ) : null}
          </div>
        }
      >
        <FirstStageFeatures />
      </PageSection>
    </>
  )
}
