import { useState } from 'react'
import type { Lang } from '#contract/localized.ts'
import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import type { PublicApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import { PageTitle } from '#web/shared/ui/page-title.tsx'
import type { Route } from './+types/guardian-page.ts'
import { GuardianAnswerForm } from './guardian-answer.tsx'

const loadTexts = async (lang: Lang): Promise<object> =>
  lang === 'ar' ? (await import('#i18n/ar-guardian.ts')).arGuardian : (await import('#i18n/en-guardian.ts')).enGuardian

/** Loads the texts, and whom guardians ask about the data; the page works without the latter. */
const load = async (api: PublicApi, lang: Lang) => {
  const [texts, legalPages] = await Promise.all([loadTexts(lang), api.content.legalPages().catch(() => null)])
  return { texts, dataOfficer: legalPages?.dataOfficer ?? { name: '', email: '' } }
}
export const loader = ({ context }: Route.LoaderArgs) => load(getLoaderApi(context), context.get(pageContext).lang)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => load(getLoaderApi(context), getPageLanguage())

/** Shows the page on which a parent or guardian answers by a personal link. */
export default function GuardianPage({ loaderData: { texts, dataOfficer } }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  useState(() => i18n.add(texts))
  return (
    <>
      <NoindexPageMetadata title={t('guardian.title')} />
      <PageTitle title={t('guardian.title')} text={t('guardian.text')} />
      <GuardianAnswerForm dataOfficer={dataOfficer} />
    </>
  )
}
