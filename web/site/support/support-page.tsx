import { useMemo, useState } from 'react'
import { listCountries } from '#contract/platform/countries.ts'
import type { Region } from '#contract/site/contents.schema.ts'
import { messageLimits } from '#contract/site/message.ts'
import { getBrowserApi, type PublicApi } from '#web/shared/api/public-api.ts'
import { getLoaderApi } from '#web/shared/api-context.ts'
import { EmailField, SelectField, TextField } from '#web/shared/forms/fields.tsx'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconMail, IconPhone } from '#web/shared/ui/icons.ts'
import page from '#web/shared/ui/page.module.css'
import { PageTitleBand } from '#web/shared/ui/page-title.tsx'
import { useLoadErrorToast } from '#web/shared/ui/toast.ts'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import type { Route } from './+types/support-page.ts'
import { groupRegionsByCountry } from './group-regions-by-country.ts'
import { OrganizerMessageForm } from './message-form.tsx'
import styles from './support.module.css'

type Props = { regions: Region[]; chosen: Region; onChoose: (id: string) => void }

/** Shows the contact of a region: the visitor selects a country and, if it has several, a region. */
function RegionContactCard({ regions, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const names = useMemo(() => new Map(listCountries(lang).map(({ slug, name }) => [slug, name])), [lang])
  const groups = groupRegionsByCountry(regions)
  const inCountry = regions.filter(({ country }) => country === chosen.country)
  return (
    <div className={styles.card}>
      <div className={styles.choices}>
        <SelectField
          label={t('pages.support.country')}
          value={chosen.country}
          options={groups.map(({ country }) => ({ value: country, label: names.get(country) ?? country }))}
          onValueChange={(value) => {
            const next = groups.find(({ country }) => country === value)?.regions[0]
            if (next) onChoose(next.id)
          }}
        />
        {inCountry.length > 1 ? (
          <SelectField
            label={t('pages.support.region')}
            value={chosen.id}
            options={inCountry.map((region) => ({ value: region.id, label: region.name[lang] }))}
            onValueChange={onChoose}
          />
        ) : null}
      </div>
      <div role="status" className={styles.ways}>
        {chosen.email ? (
          <p className={styles.way}>
            <IconMail size={22} stroke={1.6} aria-hidden />
            <a href={`mailto:${chosen.email}`} dir="ltr">
              {chosen.email}
            </a>
          </p>
        ) : (
          <p>{t('pages.support.noContact')}</p>
        )}
        {chosen.phone ? (
          <p className={styles.way}>
            <IconPhone size={22} stroke={1.6} aria-hidden />
            <a href={`tel:${chosen.phone.replace(/[^+\d]/g, '')}`} dir="ltr">
              {chosen.phone}
            </a>
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** Shows the form 'Report an Issue'. The server stores a report and emails it to the contact of the region. */
function ReportIssueForm({ regionId }: { regionId: string | null }) {
  const { t } = useTranslation()
  return (
    <OrganizerMessageForm
      requiredFields={['firstName', 'lastName', 'email']}
      send={(text) =>
        getBrowserApi().messages.report({
          firstName: text('firstName'),
          lastName: text('lastName'),
          email: text('email'),
          body: text('body'),
          regionId: regionId ?? undefined,
          website: text('website'),
        })
      }
    >
      {(errors) => (
        <>
          <div className={styles.pair}>
            <TextField
              label={t('pages.support.firstName')}
              name="firstName"
              autoComplete="given-name"
              maxLength={messageLimits.name}
              required
              error={errors.firstName}
            />
            <TextField
              label={t('pages.support.lastName')}
              name="lastName"
              autoComplete="family-name"
              maxLength={messageLimits.name}
              required
              error={errors.lastName}
            />
          </div>
          <EmailField label={t('pages.support.email')} maxLength={messageLimits.email} error={errors.email} />
        </>
      )}
    </OrganizerMessageForm>
  )
}

const load = async (api: PublicApi) => ({ regions: await api.content.regions().catch(() => null) })
export const loader = ({ context }: Route.LoaderArgs) => load(getLoaderApi(context))
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => load(getLoaderApi(context))

export default function SupportAndReportIssuePage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  useLoadErrorToast(loaderData.regions === null)
  const regions = loaderData.regions ?? []
  const [id, choose] = useState<string>()
  const region = regions.find((each) => each.id === id) ?? regions[0]
  return (
    <>
      <PageMetadata
        title={t('seo.support.title')}
        description={t('seo.support.description')}
        path="/support/"
      />
      <PageTitleBand title={t('pages.support.title')} text={t('pages.support.text')} />
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
