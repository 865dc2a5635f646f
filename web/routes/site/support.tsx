import { useState } from 'react'
import { PageHead } from '#web/features/site/page-head.tsx'
import { RegionCard } from '#web/features/support/region-card.tsx'
import { ReportForm } from '#web/features/support/report-form.tsx'
import styles from '#web/features/support/support.module.css'
import type { Api } from '#web/lib/api.ts'
import { apiOf } from '#web/lib/api-context.ts'
import { useTranslation } from '#web/lib/texts.ts'
import page from '#web/ui/page.module.css'
import { PageTitle } from '#web/ui/page-title.tsx'
import type { Route } from './+types/support.ts'

const load = async (api: Api) => ({ regions: await api.content.regions().catch(() => []) })
export const loader = ({ context }: Route.LoaderArgs) => load(apiOf(context))
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => load(apiOf(context))

export default function Support({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { regions } = loaderData
  const [id, choose] = useState<string>()
  const region = regions.find((each) => each.id === id) ?? regions[0]
  return (
    <>
      <PageHead title={t('seo.support.title')} description={t('seo.support.description')} path="/support/" />
      <PageTitle title={t('pages.support.title')} text={t('pages.support.text')} />
      <div className={`${page.wide} ${page.section} ${styles.columns}`}>
        {region ? (
          <section>
            <h2 className={styles.title}>{t('pages.support.regionTitle')}</h2>
            <RegionCard regions={regions} chosen={region} onChoose={choose} />
          </section>
        ) : null}
        <section>
          <h2 className={styles.title}>{t('pages.support.reportTitle')}</h2>
          <p className={styles.intro}>{t('pages.support.reportText')}</p>
          <ReportForm regionId={region?.id ?? null} />
        </section>
      </div>
    </>
  )
}
