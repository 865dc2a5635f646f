import { StageFeatures } from '#web/features/challenges/stage.tsx'
import { ScrollingTags } from '#web/features/challenges/tags.tsx'
import { PageHead } from '#web/features/site/page-head.tsx'
import { useTranslation } from '#web/lib/texts.ts'
import page from '#web/ui/page.module.css'
import { PageTitle } from '#web/ui/page-title.tsx'
import { Section } from '#web/ui/section.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'

export default function Challenges() {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('seo.challenges.title')} description={t('seo.challenges.description')} path="/challenges/" />
      <PageTitle title={t('pages.challenges.title')} text={t('pages.challenges.text')} />
      <ScrollingTags tags={t('pages.challenges.tags', { returnObjects: true })} />
      <Section
        above={t('pages.challenges.stage')}
        title={t('pages.challenges.stageTitle')}
        intro={t('pages.challenges.stageText')}
        aside={
          <SiteLink to="/#simulator" className={page.button ?? ''}>
            {t('pages.challenges.cta')}
          </SiteLink>
        }
      >
        <StageFeatures />
      </Section>
    </>
  )
}
