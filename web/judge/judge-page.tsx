import '@mantine/core/styles.css'
import '#web/shared/mantine/text-direction.css'
import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { useMemo, useState } from 'react'
import { saveLanguage, useRootData } from '#web/shared/language.ts'
import { createMantineTheme, mapMantineColorsToTokens } from '#web/shared/mantine/mantine-theme.ts'
import { storageKeys } from '#web/shared/storage-keys.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import type { Route } from './+types/judge-page.ts'
import { determineInitialAppLanguage } from './app-language.ts'
import { JudgeApp } from './judge-app.tsx'
import { JudgeLoading } from './judge-loading.tsx'

/** Reads the language that was chosen on this device. */
const readChosenLanguage = (): string | null | undefined => {
  const cookie = /(?:^|;\s*)lang=(\w+)/.exec(document.cookie)?.[1]
  try {
    return cookie ?? window.localStorage.getItem(storageKeys.lang)
  } catch {
    return cookie
  }
}

/**
 * Opens the page again, with the code in its fragment, when the device wants another language than the server
 * sent. Returns whether it does.
 */
const openInWantedLanguage = (): boolean => {
  const { search, hash } = window.location
  const address = new URLSearchParams(search).get('lang')
  const lang = determineInitialAppLanguage({
    address,
    chosen: readChosenLanguage(),
    device: window.navigator.languages,
  })
  // the next start without the card has the language of the card
  if (address === lang) saveLanguage(lang)
  if (address === lang || lang === document.documentElement.lang) return false
  window.location.replace(`/judge/?lang=${lang}${hash}`)
  return true
}

/** Loads the texts of the judges' app. */
export const clientLoader = async () => {
  // the loading screen stays until the page is replaced
  if (openInWantedLanguage()) await new Promise(() => undefined)
  return document.documentElement.lang === 'ar'
    ? (await import('#i18n/ar-judge.ts')).arJudge
    : (await import('#i18n/en-judge.ts')).enJudge
}
clientLoader.hydrate = true as const
export const shouldRevalidate = () => false

export function HydrateFallback() {
  return <JudgeLoading />
}

const schemes =
  typeof window === 'undefined' ? undefined : localStorageColorSchemeManager({ key: storageKeys.theme })

/**
 * Shows the app with which judges enter scores on a tablet. It works without a connection after the first
 * visit.
 */
export default function JudgePage({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  useState(() => i18n.add(loaderData))
  const { accentColor } = useRootData().brand
  const theme = useMemo(() => createMantineTheme(accentColor), [accentColor])
  return (
    <DirectionProvider initialDirection={i18n.language === 'ar' ? 'rtl' : 'ltr'} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={mapMantineColorsToTokens}
        defaultColorScheme="auto"
        {...(schemes ? { colorSchemeManager: schemes } : {})}
      >
        <NoindexPageMetadata title={t('judge.title')} />
        <JudgeApp />
      </MantineProvider>
    </DirectionProvider>
  )
}
