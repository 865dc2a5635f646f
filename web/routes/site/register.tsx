import { useState } from 'react'
import { RegisterForm } from '#web/features/registration/register-form.tsx'
import { Registered } from '#web/features/registration/registered.tsx'
import styles from '#web/features/registration/registration.module.css'
import { PageHead } from '#web/features/site/page-head.tsx'
import { accountTexts, addTexts, pageLanguage } from '#web/lib/account-texts.ts'
import type { Api } from '#web/lib/api.ts'
import { apiOf, pageContext } from '#web/lib/api-context.ts'
import { siteName } from '#web/lib/site-name.ts'
import { useTranslation } from '#web/lib/texts.ts'
import page from '#web/ui/page.module.css'
import { PageTitle } from '#web/ui/page-title.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'
import type { Route } from './+types/register.ts'

const load = async (api: Api, name: string, lang: 'en' | 'ar') => {
  // when the settings cannot be read the form is there, and the server decides
  const [settings, texts] = await Promise.all([api.content.settings(name).catch(() => null), accountTexts(lang)])
  return { open: settings?.features.registration ?? true, texts }
}
export const loader = ({ context }: Route.LoaderArgs) => {
  const { siteName: name, lang } = context.get(pageContext)
  return load(apiOf(context), name, lang)
}
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => load(apiOf(context), siteName(), pageLanguage())

export default function Register({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  useState(() => addTexts(i18n, loaderData.texts))
  const [done, setDone] = useState<{ message: string; confirm: boolean; email: string }>()
  return (
    <>
      <PageHead title={t('registration.title')} description={t('registration.description')} path="/register/" />
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
          <Registered {...done} onAgain={() => setDone(undefined)} />
        ) : (
          <RegisterForm onDone={setDone} />
        )}
      </div>
    </>
  )
}
