import { data, redirect } from 'react-router'
import { hasPermission } from '#contract/accounts/permissions.ts'
import { reloadAdminUserOrSignOut } from '#web/shared/accounts/session/guards.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { localizePath, useLang } from '#web/shared/language.ts'
import { awaitOrThrowErrorResponse } from '#web/shared/loader-error.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import page from '#web/shared/ui/page.module.css'
import { ScoreboardMessage } from '#web/site/event/scoreboard/scoreboard-message.tsx'
import type { Route } from './+types/preview-event-page.ts'
import { EventDetailsSection } from './event-details-section.tsx'
import styles from './preview-event-page.module.css'

/** The page from the server has no data of the event; no cache may store it. */
export const headers = () => ({ 'cache-control': 'no-store' })

/**
 * Admits only users of the back office with the permission `content`; others find no page. A published event
 * has its public page instead.
 */
export const clientLoader = async ({ request, params }: Route.ClientLoaderArgs) => {
  const user = await reloadAdminUserOrSignOut(request.url, ['admin'])
  if (!hasPermission(user.permissions, 'content')) throw data(null, { status: 404 })
  const event = await awaitOrThrowErrorResponse(adminApi.events.one(params.id))
  if (event.active) throw redirect(localizePath(`/events/${event.slug}/`, getPageLanguage()))
  return { event }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  const { t } = useTranslation()
  return (
    <>
      <NoindexPageMetadata title={t('event.preview.title')} />
      <p className={page.wide} role="status">
        {t('loading')}
      </p>
    </>
  )
}

/**
 * Shows a draft as visitors will see it, with a banner that links to the other language and back to the form.
 */
export default function PreviewEventPage({ loaderData: { event } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const other = useLang() === 'ar' ? 'en' : 'ar'
  const title = {
    en: event.title.en || t('event.preview.noTitle'),
    ar: event.title.ar || t('event.preview.noTitle'),
  }
  return (
    <>
      <NoindexPageMetadata title={t('event.preview.title')} />
      <div className={styles.banner} role="status">
        <strong>{t('event.preview.title')}</strong>
        <span className={styles.links}>
          {/* the language of the query does not replace the saved language, in which the back office is shown
           */}
          <a href={`?lang=${other}`} hrefLang={other} lang={other}>
            {t('language.switch')}
          </a>
          <a href={`/admin/events/${event.id}/edit`}>{t('event.preview.back')}</a>
        </span>
      </div>
      <EventDetailsSection event={{ ...event, title }}>
        <div>
          <h2 className={page.title} style={{ marginBlockEnd: 20 }}>
            {t('scores.title')}
          </h2>
          <ScoreboardMessage title={t('event.preview.ranking')} />
        </div>
      </EventDetailsSection>
    </>
  )
}
