import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { hasFlashMessage } from '#web/shared/flash-message.ts'
import { getSiteName } from '#web/shared/page-attributes.ts'
import { createTextsFromCatalogue, TextsProvider } from '#web/shared/texts.ts'
import { followSystemThemeAndPrintLight } from '#web/shared/theme.ts'

const lang = document.documentElement.lang === 'ar' ? 'ar' : 'en'
const catalogue = lang === 'ar' ? (await import('#i18n/ar.ts')).ar : (await import('#i18n/en.ts')).en

followSystemThemeAndPrintLight()

// a message that was left for the page after a full load
if (hasFlashMessage()) void import('#web/shared/ui/toast.ts').then(({ toast }) => toast.showFlashMessage())

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TextsProvider value={createTextsFromCatalogue(lang, catalogue, getSiteName())}>
        <HydratedRouter />
      </TextsProvider>
    </StrictMode>,
  )
})
