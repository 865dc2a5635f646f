import { useState } from 'react'
import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import { getPageLanguage, getSiteCode } from '#web/shared/page-attributes.ts'
import type { PublicApi } from '#web/shared/public-api.ts'
import { loadAccountTexts } from '#web/shared/session/account-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { PageTitle } from '#web/shared/ui/page-title.tsx'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import type { Route } from './+types/register-page.ts'
import { RegisterForm } from './register-form.tsx'
import styles from './registration.module.css'
import { RegistrationResult } from './registration-result.tsx'

const load = async (api: PublicApi, name: string, lang: 'en' | 'ar') => {
  // when the settings cannot be read the form is there, and the server decides
  const [settings, texts] = await Promise.all([api.content.settings(name).catch(() => null), loadAccountTexts(lang)])
  return { open: settings?.features.registration ?? true, texts }
}
export const loader = ({ context }: Route.LoaderArgs) => {
  const { siteCode: name, lang } = context.get(pageContext)
  return load(getLoaderApi(context), name, lang)
}
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => load(getLoaderApi(context), getSiteCode(), getPageLanguage())

export default function RegisterPage({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  useState(() => i18n.add(loaderData.texts))
  const [done, setDone] = useState<{ message: string; confirm: boolean; email: string }>()
  return (
    <>
      <PageMetadata title={t('registration.title')} description={t('registration.description')} path="/register/" />
      <PageTitle title={t('registration.title')} text={t('registration.intro')} />
      <div className={`${page.wide} ${page.section} ${styles.page}`}>
        {!loaderData.open ? (
          <div className={page.empty}>
            <p>{t('registration.closed')}</p>
            <SiteLink to="/events/" className={page.button ?? ''}>
              {t('nav.events')}
            </SiteLink>
          </div>
        ) : done ? (
          <RegistrationResult {...done} onAgain={() => setDone(undefined)} />
        ) : (
          <RegisterForm onDone={setDone} />
        )}
      </div>
    </>
  )
}
