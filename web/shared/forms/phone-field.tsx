import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cleanCodeOrPhoneToWesternDigits } from '#contract/accounts/identity.ts'
import { listCountries } from '#contract/platform/countries.ts'
import { addCallingCodeToNationalNumber, suggestOtherPhoneCountry } from '#contract/platform/phone-country.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { SelectField, TextField } from './fields.tsx'
import styles from './phone-field.module.css'

type QuestionProps = {
  /** The ISO codes of both countries; undefined while the number is not in doubt. */
  doubt: { chosen: string; suggested: string } | undefined
  onDecide: (country: string) => void
}

/** Asks of which of two countries a phone number is. */
function PhoneCountryQuestion({ doubt, onDecide }: QuestionProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const getCountryName = (code: string) =>
    listCountries(lang).find((country) => country.code === code)?.name ?? code
  return (
    <p role="status" className={styles.suggestion}>
      {doubt ? (
        <>
          {t('download.otherCountry', { country: getCountryName(doubt.suggested) })}{' '}
          <button type="button" className={page.textButton} onClick={() => onDecide(doubt.suggested)}>
            {t('download.chooseCountry', { country: getCountryName(doubt.suggested) })}
          </button>{' '}
          <button type="button" className={page.textButton} onClick={() => onDecide(doubt.chosen)}>
            {t('download.keepCountry', { country: getCountryName(doubt.chosen) })}
          </button>
        </>
      ) : null}
    </p>
  )
}

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

const countryField = 'phone_country'
/** The hidden field with the country and the number that the person decided about. */
const decidedField = 'phone_decided'
const joinDecided = (country: string, number: string): string => `${country} ${number.trim()}`

/**
 * Shows a phone number: the country by its calling code (at first that of the settings), and the number. When
 * the number fits another country, the person decides between both; `isPhoneCountryUndecided` tells a form that
 * the answer is missing. `readPhoneFieldAsE164IfValid` joins country and number. A form can have only one.
 */
export function PhoneField({ label, name, maxLength, error, defaultCountry, defaultValue = '' }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const [options] = useState(() =>
    listCountries(lang).map(({ code, callingCode, name: country }) => ({
      value: code,
      label: joinTexts([country, `+${callingCode}`], lang, ' '),
    })),
  )
  const { phoneCountry } = useRootData()
  const pair = useRef<HTMLDivElement>(null)
  const decided = useRef<HTMLInputElement>(null)
  const [doubt, setDoubt] = useState<{ chosen: string; suggested: string }>()
  // the inputs belong to the form, which restores them after a reload
  // biome-ignore lint/correctness/useExhaustiveDependencies: a rejected form shows the question again
  useEffect(() => {
    const box = pair.current
    const compare = () => {
      const [country, number] = [box?.querySelector('select'), box?.querySelector('input')]
      if (!country || !number) return
      const chosen = country.value
      const suggested = suggestOtherPhoneCountry(number.value, chosen)
      const isDecided = decided.current?.value === joinDecided(chosen, number.value)
      setDoubt(suggested === undefined || isDecided ? undefined : { chosen, suggested })
    }
    compare()
    box?.addEventListener('input', compare)
    return () => box?.removeEventListener('input', compare)
  }, [error])
  const decide = (code: string) => {
    const [country, number] = [pair.current?.querySelector('select'), pair.current?.querySelector('input')]
    if (!country || !number || !decided.current) return
    decided.current.value = joinDecided(code, number.value)
    country.value = code
    for (const type of ['input', 'change']) country.dispatchEvent(new Event(type, { bubbles: true }))
    number.focus()
  }
  return (
    <div>
      <div className={styles.pair} ref={pair}>
        <SelectField
          label={t('download.phoneCountry')}
          name={countryField}
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
      <PhoneCountryQuestion doubt={doubt} onDecide={decide} />
      <input
        ref={decided}
        type="hidden"
        name={decidedField}
        // a stored number is not asked about
        defaultValue={joinDecided(defaultCountry ?? phoneCountry, defaultValue)}
      />
    </div>
  )
}

/**
 * Returns true while the number of a `PhoneField` fits another country than the chosen one and the person has
 * not decided between both: it is not saved before.
 */
export const isPhoneCountryUndecided = (text: (name: string) => string, name: string): boolean => {
  const [number, country] = [text(name), text(countryField)]
  return (
    suggestOtherPhoneCountry(number, country) !== undefined &&
    text(decidedField) !== joinDecided(country, number)
  )
}

/**
 * Resolves to the number of a `PhoneField`: in E.164 format when it is valid for the country, otherwise the
 * text of the input.
 */
export const readPhoneFieldAsE164IfValid = async (
  text: (name: string) => string,
  name: string,
): Promise<string> => {
  const typed = cleanCodeOrPhoneToWesternDigits(text(name))
  return typed && ((await importPhoneNumbers()).toE164(typed, text(countryField)) ?? typed)
}

type InputProps = {
  value: string
  /** The saved number, which is not in doubt. */
  stored?: string | null | undefined
  onChange: (value: string) => void
  /** The input of the number. */
  children: ReactNode
}

/**
 * Shows the input of a phone number that has no list of countries beside it. A number in doubt gets the calling
 * code of the country that the person decides for. The form does not save the number before.
 */
export function InputWithPhoneCountryQuestion({ value, stored, onChange, children }: InputProps) {
  const { phoneCountry } = useRootData()
  const box = useRef<HTMLDivElement>(null)
  const suggested = value === stored ? undefined : suggestOtherPhoneCountry(value, phoneCountry)
  return (
    <div ref={box}>
      {children}
      <PhoneCountryQuestion
        doubt={suggested === undefined ? undefined : { chosen: phoneCountry, suggested }}
        onDecide={(country) => {
          onChange(addCallingCodeToNationalNumber(value, country))
          box.current?.querySelector('input')?.focus()
        }}
      />
    </div>
  )
}
