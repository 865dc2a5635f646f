type Reply = { statusCode: number; body: string; json: () => unknown }

/**
 * Lists what is wrong with a reply. `rejected` means that the input is invalid; with `hasField` the error
 * must name a field.
 */
export const findReplyFaults = (reply: Reply, rejected: boolean, hasField = false): string[] => {
  const faults: string[] = []
  if (reply.statusCode >= 500) faults.push(`status ${reply.statusCode}`)
  if (rejected && reply.statusCode < 400) faults.push('accepted')
  if (reply.statusCode >= 400) {
    const body = reply.json() as {
      success?: unknown
      code?: unknown
      msg?: unknown
      field?: unknown
      fields?: unknown[]
    }
    if (
      body.success !== false ||
      typeof body.code !== 'string' ||
      typeof body.msg !== 'string' ||
      body.msg === ''
    )
      faults.push(`answer ${reply.body.slice(0, 200)}`)
    if (hasField && body.code === 'bad-input' && (typeof body.field !== 'string' || !body.fields?.length))
      faults.push(`no field ${reply.body.slice(0, 200)}`)
    if (/at .+\.[jt]s:\d+|select .* from |node_modules/i.test(reply.body)) faults.push('reveals internals')
    if (body.msg === body.code || /\{\{|fieldErrors\./.test(String(body.msg)))
      faults.push(`message ${String(body.msg).slice(0, 100)}`)
  }
  return faults
}

/** A well-formed id of nothing. */
export const unknownId = '01890000-0000-7000-8000-000000000000'
export const multipart = 'multipart/form-data'
/** Encodes a body as JSON or as a multipart form. */
export const encodeBody = async (
  body: unknown,
  type: string,
): Promise<{ payload: string | Buffer; type: string }> => {
  if (type !== multipart) return { payload: JSON.stringify(body), type: 'application/json' }
  const form = new FormData()
  for (const [name, value] of Object.entries(body as Record<string, unknown>))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  const encoded = new Response(form)
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    type: encoded.headers.get('content-type') ?? '',
  }
}

/** Unusual values. `refused` says whether a field must reject them; `'text'` means a text field. */
export const unusualValues: { what: string; value: unknown; refused: boolean | 'text' }[] = [
  { what: 'an object for a value', value: { $gt: '' }, refused: false },
  { what: 'a list for a value', value: [['x']], refused: false },
  { what: 'a number', value: 12.5, refused: false },
  { what: 'an enormous number', value: 1e300, refused: false },
  { what: 'null', value: null, refused: false },
  { what: 'true', value: true, refused: false },
  { what: 'nothing', value: undefined, refused: false },
  { what: 'an empty text', value: '', refused: false },
  { what: 'a NUL', value: 'a\0b', refused: 'text' },
  { what: 'half of a surrogate pair', value: 'a\ud800b', refused: 'text' },
  { what: 'a text that is too long', value: 'x'.repeat(300_000), refused: 'text' },
  { what: 'SQL', value: `'; drop table events; -- \\`, refused: false },
  { what: 'HTML', value: '<img src=x onerror=alert(1)>{{7*7}}', refused: false },
  { what: 'text directions', value: '\u202eabc\u2066\u200f', refused: false },
  { what: 'a mission type that does not exist', value: '9', refused: false },
  { what: 'a time before all calendars', value: '0000-01-01T00:00:00Z', refused: false },
  {
    what: 'keys of every object',
    value: JSON.parse('{"__proto__":{"admin":true},"constructor":{}}'),
    refused: false,
  },
]
