import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { langQuery } from '#contract/lang.schema.ts'
import { paths } from '#contract/paths.ts'
import { registeredReply, registrationForm } from '#contract/published/registration.schema.ts'
import { registrationFromWire } from '#contract/published/registration.ts'
import type { Deps } from '#server/deps.ts'
import { getRequestLanguage, getTranslator } from '#server/http/language.ts'
import { renderEmail } from '#server/http/render-email.ts'
import { AppError } from '#server/lib/app-error.ts'
import { registrationService } from './service.ts'

/** Students and coaches register themselves. */
export const registrationPublic =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const service = registrationService(deps)
    app.post(
      paths.register,
      {
        // a whole class may register from one address
        config: { for: 'visitor', rateLimit: { max: 60, timeWindow: '15 minutes' } },
        schema: {
          summary: 'Register an account as a student or coach',
          description:
            'Where the site can send mail, the reply is the same whether or not there is an account with this address, phone number or national ID: a mail to the address says how to go on.',
          tags: ['registration'],
          querystring: langQuery,
          body: registrationForm,
          response: { 200: registeredReply },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const lang = getRequestLanguage(request)
        const { confirm: again, website, ...form } = request.body
        if (again !== undefined && again !== form.password)
          throw new AppError('password-mismatch', [{ field: 'confirm', code: 'bad-format' }])
        const { confirm } = await service.register(registrationFromWire(form, lang), Boolean(website), request.id, renderEmail)
        return { success: true as const, msg: getTranslator(lang)(confirm ? 'messages.registeredConfirm' : 'messages.registered'), confirm }
      },
    )
  }
