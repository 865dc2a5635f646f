import { type ReactNode, useRef } from 'react'
import { listCountries } from '#contract/rules/countries.ts'
import { addCallingCode, suggestOtherPhoneCountry } from '#contract/rules/phone-country.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import styles from './phone-field.module.css'

type QuestionProps = {
  /** The ISO codes of both countries; undefined while the number is not in doubt. */
  doubt: { chosen: string; suggested: string } | undefined
  onDecide: (country: string) => void
}

/** Asks of which of two countries a phone number is. */
export function PhoneCountryQuestion({ doubt, onDecide }: QuestionProps) {
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
export function InputWithPhoneCountry({ value, stored, onChange, children }: Props) {
  const { phoneCountry } = useRootData()
  const box = useRef<HTMLDivElement>(null)
  const suggested = value === stored ? undefined : suggestOtherPhoneCountry(value, phoneCountry)
  return (
    <div ref={box}>
      {children}
      <PhoneCountryQuestion
        doubt={suggested === undefined ? undefined : { chosen: phoneCountry, suggested }}
        onDecide={(country) => {
          onChange(addCallingCode(value, country))
          box.current?.querySelector('input')?.focus()
        }}
      />
    </div>
  )
}
