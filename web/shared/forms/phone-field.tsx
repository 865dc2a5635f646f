import { useState } from 'react'
import { listCountries } from '#contract/rules/countries.ts'
import { toWesternDigits } from '#contract/rules/identity.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Field } from './field.tsx'
import styles from './phone-field.module.css'
import { SelectField } from './select-field.tsx'

type Props = {
  label: string
  name: string
  maxLength: number
  error?: string | undefined
  /** The ISO code of the country that is selected first. */
  defaultCountry?: string | undefined
  defaultValue?: string
}

/** The library that parses phone numbers is loaded when it is needed, because it is larger than a form. */
const importPhoneNumbers = () => import('./phone-number.ts')

/** A phone number: the country by its calling code (Egypt first, specification section 9), and the number. `readPhoneField` joins both. A form can have only one. */
export function PhoneField({ label, name, maxLength, error, defaultCountry = 'EG', defaultValue = '' }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const [options] = useState(() =>
    listCountries(lang).map(({ code, callingCode, name: country }) => ({ value: code, label: `${country} +${callingCode}` })),
  )
  return (
    <div className={styles.pair}>
      <SelectField label={t('download.phoneCountry')} name="phone_country" dir="ltr" defaultValue={defaultCountry} options={options} />
      <Field
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
  )
}

/** Resolves to the number of a `PhoneField`: in E.164 format when it is valid for the country, otherwise the text of the input. */
export const readPhoneField = async (text: (name: string) => string, name: string): Promise<string> => {
  const typed = toWesternDigits(text(name))
  return typed && ((await importPhoneNumbers()).toE164(typed, text('phone_country')) ?? typed)
}
