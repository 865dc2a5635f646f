import { lazy, Suspense, useEffect, useState } from 'react'
import { useLang } from '#web/shared/language.ts'
import { storageKeys } from '#web/shared/storage-keys.ts'

/** Loaded for Arabic browsers only. */
const ArabicHint = lazy(() => import('#web/site/arabic-hint/arabic-hint.tsx'))

// browsers can forbid storage; the hint returns then with the next page
const readStored = (key: string): string | null => {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Tells whether the browser prefers Arabic, and the visitor has neither chosen English nor closed the hint. */
const isHintNeeded = () =>
  window.navigator.language.startsWith('ar') && readStored(storageKeys.lang) !== 'en' && readStored(storageKeys.arabicHint) === null

/** Shows the hint that a page exists in the language of the browser. */
export function LanguageHint() {
  const lang = useLang()
  const [isNeeded, setIsNeeded] = useState(false)
  // the server does not know the language of the browser, because its pages are cached
  useEffect(() => setIsNeeded(lang === 'en' && isHintNeeded()), [lang])
  if (!isNeeded) return null
  return (
    <Suspense fallback={null}>
      <ArabicHint />
    </Suspense>
  )
}
