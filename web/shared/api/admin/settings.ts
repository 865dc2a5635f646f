import type { AdminSettings, SettingsRecord } from '#contract/settings.ts'
import type { ApiCall, ApiError } from '#web/shared/api/call.ts'

/** Creates the back office's calls about the site's settings. */
export const createAdminSettingsApi = (call: ApiCall) => ({
  read: async () => (await call('GET /api/admin/settings')).settings,
  /** Replaces all settings but those left out, the logo and the files of the promo video, which have calls of their own; `version` is the one that was read. Throws `stale-version`, `bad-input`. */
  save: async (
    settings: Omit<AdminSettings, 'sessions' | 'scoreLogEmail' | 'timeZone' | 'receiptIssuer'> & Partial<AdminSettings>,
    version: number,
  ) => {
    const { title, text } = settings.story
    const { logo: _, ...brand } = settings.brand
    const json = { ...settings, story: { title, text }, brand, version }
    const { msg, settings: saved } = await call('PUT /api/admin/settings', { json })
    return { message: msg, settings: saved }
  },
  /** The stored settings, from the details of a `stale-version` error. */
  current: ({ details }: ApiError): SettingsRecord | undefined => details.current as SettingsRecord | undefined,
})
