import { getPath } from '#contract/platform/call-path.ts'

/** The administrator of measured servers. */
export const admin = { email: 'admin@botola.test', password: 'correct horse battery staple' }

/** Signs in, and creates an event and a simulator key of it. */
export const createScoreEvent = async (address: string, code: string) => {
  const json = { 'content-type': 'application/json' }
  const demand = async (what: string, reply: Response) => {
    if (!reply.ok) throw new Error(`${what}: ${reply.status} ${await reply.text()}`)
    return reply
  }
  const signIn = await demand(
    'sign-in',
    await fetch(`${address}${getPath('POST /api/adduser')}`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({
        national_id: admin.email,
        loginType: 'email',
        password: admin.password,
        type: 4,
      }),
    }),
  )
  const authorization = signIn.headers.get('authorization') ?? ''
  const form = new FormData()
  for (const [name, value] of Object.entries({
    title_en: 'Measured',
    title_ar: 'قياس',
    description_en: 'x',
    description_ar: 'س',
    eventCode: code,
  }))
    form.append(name, value)
  const made = await demand(
    'event',
    await fetch(`${address}${getPath('POST /api/admin/events')}`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    }),
  )
  const { event } = (await made.json()) as { event: { _id: string } }
  const keyed = await demand(
    'key',
    await fetch(`${address}${getPath('POST /api/admin/events/:eventId/keys', { eventId: event._id })}`, {
      method: 'POST',
      headers: { ...json, authorization },
      body: JSON.stringify({ label: 'measurement' }),
    }),
  )
  return { id: event._id, code, apiKey: ((await keyed.json()) as { secret: string }).secret }
}
