import type { EventCertificates } from '#contract/certificate.ts'
import { paths } from '#contract/paths.ts'
import type { ApiCall } from '#web/shared/api/call.ts'

/** Creates the calls of the back office that list the certificates of an event, revoke one and issue it again. */
export const createAdminCertificateApi = (call: ApiCall) => ({
  listOfEvent: (eventId: string): Promise<EventCertificates> => call(paths.adminCertificates(eventId)),
  revoke: (eventId: string, code: string, reason: string): Promise<{ msg: string }> =>
    call(`${paths.adminCertificate(eventId, code)}/revoke`, { method: 'POST', json: { reason } }),
  reissue: (eventId: string, code: string): Promise<{ msg: string }> =>
    call(`${paths.adminCertificate(eventId, code)}/reissue`, { method: 'POST' }),
})
