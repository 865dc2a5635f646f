import { useState } from 'react'
import { getLoaderApi } from '#web/shared/api-context.ts'
import type { PublicApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { PageTitle } from '#web/shared/ui/page-title.tsx'
import { useLoadErrorToast } from '#web/shared/ui/use-load-error-toast.ts'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import type { Route } from './+types/support-page.ts'
import { RegionContactCard } from './region-contact-card.tsx'
import { ReportIssueForm } from './report-issue-form.tsx'
import styles from './support.module.css'

const load = async (api: PublicApi) => ({ regions: await api.content.regions().catch(() => null) })
export const loader = ({ context }: Route.LoaderArgs) => load(getLoaderApi(context))
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => load(getLoaderApi(context))

export default function SupportPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  useLoadErrorToast(loaderData.regions === null)
  const regions = loaderData.regions ?? []
  const [id, choose] = useState<string>()
  const region = regions.find((each) => each.id === id) ?? regions[0]
  return (
    <>
      <PageMetadata title={t('seo.support.title')} description={t('seo.support.description')} path="/support/" />
      <PageTitle title={t('pages.support.title')} text={t('pages.support.text')} />
      <div className={`${page.wide} ${page.section} ${styles.columns}`}>
        {region ? (
          <section>
            <h2 className={styles.title}>{t('pages.support.regionTitle')}</h2>
            <RegionContactCard regions={regions} chosen={region} onChoose={choose} />
          </section>
        ) : loaderData.regions === null ? (
          <p className={page.empty} role="alert">
            {t('messages.loadFailed')}
          </p>
        ) : null}
        <section>
          <h2 className={styles.title}>{t('pages.support.reportTitle')}</h2>
          <p className={styles.intro}>{t('pages.support.reportText')}</p>
          <ReportIssueForm regionId={region?.id ?? null} />
        </section>
      </div>
    </>
  )
}
