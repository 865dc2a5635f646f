import type { DownloadRequest } from '#contract/download-registrant.ts'
import { findCountryCode } from '#contract/rules/countries.ts'
import { normalizeEmail } from '#contract/rules/identity.ts'
import type { Core } from '#server/deps.ts'
import { getSiteSettings } from '#server/features/settings/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { parsePhone } from '#server/lib/phone.ts'
import { insertDownload } from './queries.ts'
import type { SimulatorFiles } from './simulator-files.ts'

/** Creates the service with which visitors register to download the simulator. */
export const createDownloadRegistrationService = ({ config, database }: Pick<Core, 'config' | 'database'>, files: SimulatorFiles) => {
  /** Returns the address of the simulator's file for a system. Throws `no-simulator`. */
  const findFileUrl = async (platform: DownloadRequest['platform']): Promise<string> => {
    const { simulator, features } = await getSiteSettings(database.db, config.SITE_NAME)
    if (!features.simulator) throw new AppError('no-simulator')
    const link = simulator[platform]
    if (link) return link
    const name = await files.findNewest(platform)
    if (!name) throw new AppError('no-simulator')
    return `/downloads/${encodeURIComponent(name)}`
  }

  return {
    /**
     * Stores the registrant and returns the address of the file for the system: the link of the settings, else the file in the server's own folder. A phone
     * number without a country code belongs to `country` (specification, section 9). Nothing is stored of a bot, which fills the honeypot. Throws
     * `download-incomplete` (name, e-mail and phone are required), `bad-input` for an invalid phone number, `no-simulator`.
     */
    register: async (request: DownloadRequest, isBot: boolean): Promise<string> => {
      const missing = (['name', 'email', 'phone'] as const).filter((field) => request[field] === '')
      if (missing.length > 0)
        throw new AppError(
          'download-incomplete',
          missing.map((field) => ({ field, code: 'required' as const })),
        )
      const phone = parsePhone(request.phone, [findCountryCode(request.country) ?? 'EG'])
      if (!phone) throw new AppError('bad-input', [{ field: 'phone', code: 'bad-format' }])
      const url = await findFileUrl(request.platform)
      if (!isBot) await insertDownload(database.db, { ...request, email: normalizeEmail(request.email), phone })
      return url
    },
  }
}
