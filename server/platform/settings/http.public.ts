import type { Localized } from '#contract/platform/localized.ts'
import type { AdminSettings, LegalPages } from '#contract/platform/settings.ts'
import { toPublishedSettings } from '#contract/published/settings.ts'
import { legal as legalAr } from '#i18n/ar/legal.ts'
import { legal as legalEn } from '#i18n/en/legal.ts'
import type { Deps } from '#server/deps.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { sendCachedOrRenderedJson } from '#server/platform/http/response-cache.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getAllSettingsOrThrow } from './service.ts'

/**
 * Returns the pages about privacy and terms, with the standard texts and the address of the contact in place
 * of empty ones.
 */
const toLegalPages = ({ brand, contact, legal }: AdminSettings): LegalPages => {
  const fillText = (page: 'privacy' | 'terms'): Localized => ({
    en: legal[page].en || legalEn[page].replaceAll('{{site}}', brand.name.en),
    ar: legal[page].ar || legalAr[page].replaceAll('{{site}}', brand.name.ar),
  })
  const { name, email } = legal.dataOfficer
  return {
    privacy: fillText('privacy'),
    terms: fillText('terms'),
    dataOfficer: { name, email: email || contact.email },
  }
}

/**
 * Registers the calls that return the settings of the site and the texts about privacy and terms to its
 * pages.
 */
export const createSettingsPublicRoutes = ({ guards, config, database, responseCache }: Deps) =>
  createCallsPlugin({ guards }, (implement) => {
    implement('GET /api/settings', (request, reply) =>
      sendCachedOrRenderedJson(responseCache, request, reply, ['settings'], async () => {
        if (request.query.site_name !== config.SITE_NAME)
          throw new AppError('not-found', [{ field: 'site_name', code: 'unknown-value' }])
        return {
          success: true,
          setting: toPublishedSettings(
            config.SITE_NAME,
            await getAllSettingsOrThrow(database.readDb, config.SITE_NAME),
          ),
        }
      }),
    )

    implement('GET /api/legalPages', (request, reply) =>
      sendCachedOrRenderedJson(responseCache, request, reply, ['settings'], async () => ({
        success: true,
        legalPages: toLegalPages(await getAllSettingsOrThrow(database.readDb, config.SITE_NAME)),
      })),
    )
  })
