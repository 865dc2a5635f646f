import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js'
import type { DownloadRequest } from '#contract/registrant.ts'
import { findCountryCode } from '#contract/rules/countries.ts'
import { normalEmail, westernDigits } from '#contract/rules/identity.ts'
import type { Core } from '#server/deps.ts'
import { siteSettings } from '#server/features/settings/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { insertDownload } from './queries.ts'
import type { SimulatorFiles } from './simulator-files.ts'

/** A phone number in international form (E.164); one without a country's prefix belongs to `country`, by default Egypt (specification, section 9). */
export const phoneOf = (typed: string, country = 'egypt'): string | undefined => {
  const parsed = parsePhoneNumberFromString(westernDigits(typed), (findCountryCode(country) ?? 'EG') as CountryCode)
  return parsed?.isValid() ? parsed.number : undefined
}

/** The registration of visitors before they download the simulator. */
export const createDownloadRegistration = ({ config, database }: Pick<Core, 'config' | 'database'>, files: SimulatorFiles) => {
  const addressOf = async (platform: DownloadRequest['platform']): Promise<string> => {
    const { simulator, features } = await siteSettings(database.db, config.SITE_NAME)
    if (!features.simulator) throw new AppError('no-simulator')
    const link = simulator[platform]
    if (link) return link
    const name = await files.newest(platform)
    if (!name) throw new AppError('no-simulator')
    return `/downloads/${encodeURIComponent(name)}`
  }

  return {
    /**
     * Stores the registrant and returns the address of the file for that system: the link of the settings, else the file in the server's own folder. Nothing is
     * stored of a bot, which fills the honeypot. Throws `download-incomplete` (name, e-mail and phone are required), `bad-input` for a phone number
     * that is none, `no-simulator`.
     */
    register: async (request: DownloadRequest, isBot: boolean): Promise<string> => {
      const missing = (['name', 'email', 'phone'] as const).filter((field) => request[field] === '')
      if (missing.length > 0)
        throw new AppError(
          'download-incomplete',
          missing.map((field) => ({ field, code: 'required' as const })),
        )
      const phone = phoneOf(request.phone, request.country)
      if (!phone) throw new AppError('bad-input', [{ field: 'phone', code: 'bad-format' }])
      const url = await addressOf(request.platform)
      if (!isBot) await insertDownload(database.db, { ...request, email: normalEmail(request.email), phone })
      return url
    },
  }
}
