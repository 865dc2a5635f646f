import type { UncheckedDownloadRequest } from '#contract/download-registrant.schema.ts'
import type { Lang } from '#contract/localized.ts'
import { findCountryCode } from '#contract/rules/countries.ts'
import { normalizeEmail } from '#contract/rules/identity.ts'
import type { Core } from '#server/deps.ts'
import { AppError } from '#server/lib/app-error.ts'
import { parsePhone } from '#server/lib/phone.ts'
import { insertRegistrant } from './queries.ts'
import type { SimulatorService } from './simulator.ts'

/** Creates the service with which visitors register to download the simulator. */
export const createDownloadRegistrationService = ({ database }: Core, simulator: Pick<SimulatorService, 'findDownloads'>) => ({
  /**
   * Stores the registrant and returns the address of the simulator for the system. Without one it returns null, and the registrant gets a mail in `lang` when there
   * is one (`notify-registrants.ts`). A phone number without a country code belongs to `country` (specification, section 9). Nothing is stored of a bot, which fills
   * the honeypot. Throws `download-incomplete` (name, e-mail, phone and system are required), `bad-input` for an invalid phone number, `no-simulator` when the download is
   * switched off.
   */
  register: async (
    { platform, ...request }: UncheckedDownloadRequest,
    { lang, isBot }: { lang: Lang; isBot: boolean },
  ): Promise<string | null> => {
    const missing: string[] = (['name', 'email', 'phone'] as const).filter((field) => request[field] === '')
    if (missing.length > 0 || !platform)
      throw new AppError(
        'download-incomplete',
        [...missing, ...(platform ? [] : ['platform'])].map((field) => ({ field, code: 'required' as const })),
      )
    const phone = parsePhone(request.phone, [findCountryCode(request.country) ?? 'EG'])
    if (!phone) throw new AppError('bad-input', [{ field: 'phone', code: 'bad-format' }])
    const downloads = await simulator.findDownloads()
    if (!downloads) throw new AppError('no-simulator')
    const url = downloads[platform]?.url ?? null
    if (!isBot)
      await insertRegistrant(database.db, {
        ...request,
        platform,
        email: normalizeEmail(request.email),
        phone,
        lang,
        waiting: url === null,
      })
    return url
  },
})
