import { type CountryCode, getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { useState } from 'react'
import { listCountries } from '#contract/rules/countries.ts'
import { toWesternDigits } from '#contract/rules/identity.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Field } from './field.tsx'
import styles from './phone-field.module.css'
import { SelectField } from './select-field.tsx'

type Props = { label: string; name: string; maxLength: number; error?: string | undefined; defaultValue?: string }

/** A phone number: the country by its calling code (Egypt first, specification section 9), and the number. `readPhoneField` joins both. A form can have only one. */
export function PhoneField({ label, name, maxLength, error, defaultValue = '' }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const [options] = useState(() =>
    listCountries(lang)
      .filter(({ code }) => isSupportedCountry(code))
      .map(({ code, name: country }) => ({ value: code, label: `${country} +${getCountryCallingCode(code as CountryCode)}` })),
  )
  const [known] = useState(() => parsePhoneNumberFromString(defaultValue))
  return (
    <div className={styles.pair}>
      <SelectField
        label={t('download.phoneCountry')}
        name="phone_country"
        dir="ltr"
        defaultValue={known?.country ?? 'EG'}
        options={options}
      />
      <Field
        label={label}
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

/** Returns the number of a `PhoneField`: in E.164 format when it is valid for the country, otherwise the text of the input. */
export const readPhoneField = (text: (name: string) => string, name: string): string => {
  const typed = toWesternDigits(text(name))
  return parsePhoneNumberFromString(typed, text('phone_country') as CountryCode)?.number ?? typed
}
