import { useState } from 'react'
import { ConfirmEmail } from '#web/features/session/confirm-email.tsx'
import { SessionHead } from '#web/features/session/head.tsx'
import { accountTexts, addTexts, pageLanguage } from '#web/lib/account-texts.ts'
import { pageContext } from '#web/lib/api-context.ts'
import { useTranslation } from '#web/lib/texts.ts'
import type { Route } from './+types/confirm-email.ts'

export const loader = async ({ context }: Route.LoaderArgs) => ({ texts: await accountTexts(context.get(pageContext).lang) })
export const clientLoader = async () => ({ texts: await accountTexts(pageLanguage()) })

export default function ConfirmEmailPage({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  useState(() => addTexts(i18n, loaderData.texts))
  return (
    <>
      <SessionHead title={t('registration.confirmTitle')} />
      <ConfirmEmail />
    </>
  )
}
