import { type CountryCode, getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { useId, useState } from 'react'
import { countries } from '#contract/rules/countries.ts'
import { westernDigits } from '#contract/rules/identity.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import fields from './field.module.css'
import { Field } from './field.tsx'
import styles from './phone-field.module.css'

type Props = { label: string; name: string; maxLength: number; error?: string | undefined; defaultValue?: string; hint?: string }

/** A phone number: the country by its calling code (Egypt first, specification section 9), and the number. `phoneIn` puts both together. One a form. */
export function PhoneField({ label, name, maxLength, error, defaultValue = '', hint }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const id = useId()
  const [all] = useState(() => countries(lang).filter(({ code }) => isSupportedCountry(code)))
  const [known] = useState(() => parsePhoneNumberFromString(defaultValue))
  return (
    <div className={styles.pair}>
      <div>
        <label className={fields.label} htmlFor={`${id}code`}>
          {t('download.phoneCountry')}
        </label>
        <select id={`${id}code`} name="phone_country" className={fields.input} defaultValue={known?.country ?? 'EG'} dir="ltr">
          {/* server and browser may know a country by another name */}
          {all.map(({ code, name: country }) => (
            <option key={code} value={code} suppressHydrationWarning>
              {`${country} +${getCountryCallingCode(code as CountryCode)}`}
            </option>
          ))}
        </select>
      </div>
      <Field
        label={label}
        {...(hint ? { hint } : {})}
        name={name}
        type="tel"
        dir="ltr"
        inputMode="tel"
        autoComplete="tel"
        maxLength={maxLength}
        required
        defaultValue={known?.formatNational() ?? defaultValue}
        error={error}
      />
    </div>
  )
}

/** The number that a form's `PhoneField` holds: international (E.164) when it is one of the country, else as it was typed. */
export const phoneIn = (text: (name: string) => string, name: string): string => {
  const typed = westernDigits(text(name))
  return parsePhoneNumberFromString(typed, text('phone_country') as CountryCode)?.number ?? typed
}
