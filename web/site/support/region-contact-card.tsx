import { IconMail, IconPhone } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Region } from '#contract/contents.ts'
import { listCountries } from '#contract/rules/countries.ts'
import { SelectField } from '#web/shared/forms/select-field.tsx'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { groupRegionsByCountry } from './group-regions-by-country.ts'
import styles from './support.module.css'

type Props = { regions: Region[]; chosen: Region; onChoose: (id: string) => void }

/** Shows the contact of a region: the visitor selects a country and, if it has several, a region. */
export function RegionContactCard({ regions, chosen, onChoose }: Props) {
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
