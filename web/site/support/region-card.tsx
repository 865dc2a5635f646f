import { IconMail, IconPhone } from '@tabler/icons-react'
import { useId, useMemo } from 'react'
import type { Region } from '#contract/region.ts'
import { countries } from '#contract/rules/countries.ts'
import fields from '#web/shared/forms/field.module.css'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { regionsByCountry } from './regions-by-country.ts'
import styles from './support.module.css'

type Props = { regions: Region[]; chosen: Region; onChoose: (id: string) => void }

/** The contact of a region: a country is chosen first, then, where it has several, its region. */
export function RegionCard({ regions, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const id = useId()
  const names = useMemo(() => new Map(countries(lang).map(({ slug, name }) => [slug, name])), [lang])
  const groups = regionsByCountry(regions)
  const inCountry = regions.filter(({ country }) => country === chosen.country)
  return (
    <div className={styles.card}>
      <div className={styles.choices}>
        <div>
          <label className={fields.label} htmlFor={`${id}country`}>
            {t('pages.support.country')}
          </label>
          <select
            id={`${id}country`}
            className={fields.input}
            value={chosen.country}
            onChange={(event) => {
              const next = groups.find(({ country }) => country === event.currentTarget.value)?.regions[0]
              if (next) onChoose(next.id)
            }}
          >
            {groups.map(({ country }) => (
              <option key={country} value={country}>
                {names.get(country) ?? country}
              </option>
            ))}
          </select>
        </div>
        {inCountry.length > 1 ? (
          <div>
            <label className={fields.label} htmlFor={`${id}region`}>
              {t('pages.support.region')}
            </label>
            <select id={`${id}region`} className={fields.input} value={chosen.id} onChange={(event) => onChoose(event.currentTarget.value)}>
              {inCountry.map((region) => (
                <option key={region.id} value={region.id}>
                  {region.name[lang]}
                </option>
              ))}
            </select>
          </div>
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
