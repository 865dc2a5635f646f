/**
 * Returns a function that calls a running server with a token and returns its JSON reply. It throws the reply
 * when that is no success.
 */
export const createCaller =
  (address: string, token: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
  async (method: string, path: string, body?: object, authorization = token): Promise<any> => {
    const isForm = body instanceof FormData
    const reply = await fetch(`${address}${path}`, {
      method,
      headers: { authorization, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
export type CallServer = ReturnType<typeof createCaller>

/** Creates a form with these fields. */
export const createFormOf = (fields: Record<string, string | File>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

/** Creates an event. Returns its id. */
export const createEvent = async (call: CallServer, title: string): Promise<string> => {
  const form = createFormOf({
    ...{ title_en: title, title_ar: `قياس ${title}` },
    ...{ description_en: 'x', description_ar: 'س' },
  })
  return (await call('POST', '/api/admin/events', form)).event._id
}
