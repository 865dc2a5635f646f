import { useState } from 'react'
import { pageContext } from '#web/shared/api-context.ts'
import { accountTexts, pageLanguage } from '#web/shared/session/account-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/confirm-email-page.ts'
import { ConfirmEmail } from './confirm-email.tsx'
import { SessionHead } from './head.tsx'

export const loader = async ({ context }: Route.LoaderArgs) => ({ texts: await accountTexts(context.get(pageContext).lang) })
export const clientLoader = async () => ({ texts: await accountTexts(pageLanguage()) })

export default function ConfirmEmailPage({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  useState(() => i18n.add(loaderData.texts))
  return (
    <>
      <SessionHead title={t('registration.confirmTitle')} />
      <ConfirmEmail />
    </>
  )
}
