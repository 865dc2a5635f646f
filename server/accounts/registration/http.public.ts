import type { Deps } from '#server/deps.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { getRequestLanguage } from '#server/platform/http/language.ts'
import { buildMessageReply, preventCaching } from '#server/platform/http/reply.ts'
import { assertPasswordsMatch } from '../session/service.ts'
import { createRegistrationService } from './service.ts'

/** Registers the call that registers students and coaches. */
export const createRegistrationPublicRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createRegistrationService(deps)
    implement(
      'POST /api/register',
      async (request) => {
        assertPasswordsMatch(request.body)
        const {
          confirm: _,
          website,
          next,
          browserSecret,
          gender = null,
          guardian = null,
          lang = getRequestLanguage(request),
          ...fields
        } = request.body
        const registration = { ...fields, gender, guardian, lang }
        const { confirm } = await service.register(registration, {
          isBot: Boolean(website),
          next,
          browserSecret,
          requestId: request.id,
        })
        return buildMessageReply(request, confirm ? 'registeredConfirm' : 'registered', { confirm })
      },
      { onRequest: preventCaching },
    )
  })
