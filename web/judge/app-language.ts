import type { Language } from '#i18n/languages.ts'

type LanguageSources = {
  /** The value of `?lang`, which the QR code of a judge's card has. */
  address: string | null
  /** The language that was chosen on this device before. */
  chosen: string | null | undefined
  /** The languages of the device, the preferred one first. */
  device: readonly string[]
}
const isLanguage = (lang: string | null | undefined): lang is Language => lang === 'ar' || lang === 'en'

/**
 * Chooses the language of the judges' app: that of the address, else the chosen one, else the first of the
 * device that the app has, else English.
 */
export const determineInitialAppLanguage = ({ address, chosen, device }: LanguageSources): Language => {
  if (isLanguage(address)) return address
  if (isLanguage(chosen)) return chosen
  return device.map((tag) => tag.slice(0, 3).toLowerCase().replace('-', '')).find(isLanguage) ?? 'en'
}
