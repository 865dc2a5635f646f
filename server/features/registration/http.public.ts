import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { langQuery } from '#contract/fields.schema.ts'
import { paths } from '#contract/paths.ts'
import { registerRequest, registerResponse } from '#contract/registration.schema.ts'
import type { Deps } from '#server/deps.ts'
import { assertPasswordsMatch } from '#server/features/session/service.ts'
import { getRequestLanguage } from '#server/http/language.ts'
import { buildMessageReply, preventCaching } from '#server/http/reply.ts'
import { createRegistrationService } from './service.ts'

/** Registers the call that registers students and coaches. */
export const registrationPublicRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const service = createRegistrationService(deps)
    app.post(
      paths.register,
      {
        onRequest: preventCaching,
        // a computer room of 100 pupils may register from one address
        config: { for: 'visitor', rateLimit: { max: 300, timeWindow: '15 minutes' } },
        schema: {
          summary: 'Register an account as a student or coach',
          description:
            'Where the site can send email, the reply is the same whether or not there is an account with this address or national ID: an email to the address says how to go on.',
          tags: ['registration'],
          querystring: langQuery,
          body: registerRequest,
          response: { 200: registerResponse },
        },
      },
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
    )
  }
