import { IconMail, IconPhone } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Region } from '#contract/domain/content.ts'
import { countries } from '#contract/rules/countries.ts'
import { useLang } from '#web/lib/language.ts'
import fields from '#web/ui/field.module.css'
import styles from './support.module.css'

type Props = { regions: Region[]; chosen: Region; onChoose: (id: string) => void }

/** The contact of a region. */
export function RegionCard({ regions, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const id = useId()
  const country = countries(lang).find(({ slug }) => slug === chosen.country)?.name ?? chosen.country
  return (
    <div className={styles.card}>
      <label className={fields.label} htmlFor={id}>
        {t('pages.support.region')}
      </label>
      <select id={id} className={fields.input} value={chosen.id} onChange={(event) => onChoose(event.currentTarget.value)}>
        {regions.map((region) => (
          <option key={region.id} value={region.id}>
            {region.name[lang]}
          </option>
        ))}
      </select>
      <div role="status">
        <p className={styles.country}>
          <span className={styles.kind}>{t('pages.support.country')}</span>
          {country}
        </p>
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
