/** The part of JSON Schema that the API description uses. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  minLength?: number
  minimum?: number
  minItems?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

const formats: Record<string, string> = {
  uuid: '01890000-0000-7000-8000-000000000000',
  email: 'somebody@school.example',
  uri: 'https://school.example/',
  'date-time': '2026-03-01T09:00:00.000Z',
}

/** Resolves references within an OpenAPI document. */
export const resolveReferences = (schema: JsonSchema, document: object): JsonSchema =>
  schema.$ref
    ? resolveReferences(
        schema.$ref
          .split('/')
          .slice(1)
          .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as JsonSchema,
        document,
      )
    : schema

/** Creates a simple valid value of a schema, with all properties. */
export const createSample = (given: JsonSchema, document: object): unknown => {
  const schema = resolveReferences(given, document)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choice) return createSample(choice.find((one) => one.type !== 'null') ?? {}, document)
  const type = [schema.type].flat().find((one) => one !== 'null')
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, createSample(inner, document)]),
      )
    case 'array':
      return [createSample(schema.items ?? {}, document)]
    case 'boolean':
      return true
    case 'number':
    case 'integer':
      return Math.max(schema.minimum ?? 1, 1)
    default:
      return schema.default ?? formats[schema.format ?? ''] ?? 'sample'.padEnd(schema.minLength ?? 0, 'x')
  }
}

/**
 * Lists the paths of the values of a sample: `['name']`, `['contact', 'email']`, `['scores', 0, 'score']`.
 */
export const listValuePaths = (value: unknown, above: (string | number)[] = []): (string | number)[][] => {
  if (typeof value !== 'object' || value === null) return [above]
  const inner = Object.entries(value).flatMap(([key, one]) =>
    listValuePaths(one, [...above, Array.isArray(value) ? Number(key) : key]),
  )
  return above.length ? [above, ...inner] : inner
}

/** Returns a copy with another value at a path; `undefined` removes it. */
export const replaceAt = (value: unknown, place: readonly (string | number)[], put: unknown): unknown => {
  const [key, ...rest] = place
  if (key === undefined) return put
  if (Array.isArray(value)) return value.map((one, at) => (at === key ? replaceAt(one, rest, put) : one))
  const copy = {
    ...(value as Record<string, unknown>),
    [key]: replaceAt((value as Record<string, unknown>)[key], rest, put),
  }
  if (copy[key] === undefined) delete copy[key]
  return copy
}
