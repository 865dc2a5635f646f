import { useState } from 'react'
import { pageContext } from '#web/shared/api-context.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import { loadAccountTexts } from '#web/shared/session/account-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import type { Route } from './+types/confirm-email-page.ts'
import { ConfirmEmailForm } from './confirm-email-form.tsx'

export const loader = async ({ context }: Route.LoaderArgs) => ({ texts: await loadAccountTexts(context.get(pageContext).lang) })
export const clientLoader = async () => ({ texts: await loadAccountTexts(getPageLanguage()) })

export default function ConfirmEmailPage({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  useState(() => i18n.add(loaderData.texts))
  return (
    <>
      <NoindexPageMetadata title={t('registration.confirmTitle')} />
      <ConfirmEmailForm />
    </>
  )
}
