import { useEffect, useRef, useState } from 'react'
import { listCountries } from '#contract/rules/countries.ts'
import { cleanDigits } from '#contract/rules/identity.ts'
import { suggestOtherPhoneCountry } from '#contract/rules/phone-country.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { SelectField, TextField } from './fields.tsx'
import styles from './phone-field.module.css'

type Props = {
  label: string
  name: string
  maxLength: number
  error?: string | undefined
  /** The ISO code of the country that is selected first; that of the settings when it is undefined. */
  defaultCountry?: string | undefined
  defaultValue?: string
}

/** The library that parses phone numbers is loaded when it is needed, because it is larger than a form. */
const importPhoneNumbers = () => import('./phone-number.ts')

/**
 * Shows a phone number: the country by its calling code (at first that of the settings), and the number. When
 * the number fits another country, the field suggests that country. `readPhoneField` joins both. A form can
 * have only one.
 */
export function PhoneField({ label, name, maxLength, error, defaultCountry, defaultValue = '' }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const [options] = useState(() =>
    listCountries(lang).map(({ code, callingCode, name: country }) => ({
      value: code,
      label: `${country} \u2066+${callingCode}\u2069`,
    })),
  )
  const { phoneCountry } = useRootData()
  const pair = useRef<HTMLDivElement>(null)
  const [suggested, setSuggested] = useState<string>()
  // the inputs belong to the form, which restores them after a reload
  useEffect(() => {
    const box = pair.current
    const compare = () => {
      const [country, number] = [box?.querySelector('select'), box?.querySelector('input')]
      setSuggested(country && number ? suggestOtherPhoneCountry(number.value, country.value) : undefined)
    }
    box?.addEventListener('input', compare)
    return () => box?.removeEventListener('input', compare)
  }, [])
  const chooseSuggested = () => {
    const country = pair.current?.querySelector('select')
    if (!country || !suggested) return
    country.value = suggested
    for (const type of ['input', 'change']) country.dispatchEvent(new Event(type, { bubbles: true }))
    pair.current?.querySelector('input')?.focus()
  }
  const suggestedName = suggested && listCountries(lang).find(({ code }) => code === suggested)?.name
  return (
    <div>
      <div className={styles.pair} ref={pair}>
        <SelectField
          label={t('download.phoneCountry')}
          name="phone_country"
          defaultValue={defaultCountry ?? phoneCountry}
          options={options}
        />
        <TextField
          label={label}
          name={name}
          type="tel"
          dir="ltr"
          inputMode="tel"
          autoComplete="tel"
          maxLength={maxLength}
          required
          defaultValue={defaultValue}
          error={error}
          // a failure is reported by the submit, which imports the library again
          onFocus={() => void importPhoneNumbers().catch(() => {})}
        />
      </div>
      <p role="status" className={styles.suggestion}>
        {suggestedName ? (
          <>
            {t('download.otherCountry', { country: suggestedName })}{' '}
            <button type="button" className={page.textButton} onClick={chooseSuggested}>
              {t('download.chooseCountry', { country: suggestedName })}
            </button>
          </>
        ) : null}
      </p>
    </div>
  )
}

/**
 * Resolves to the number of a `PhoneField`: in E.164 format when it is valid for the country, otherwise the
 * text of the input.
 */
export const readPhoneField = async (text: (name: string) => string, name: string): Promise<string> => {
  const typed = cleanDigits(text(name))
  return typed && ((await importPhoneNumbers()).toE164(typed, text('phone_country')) ?? typed)
}
