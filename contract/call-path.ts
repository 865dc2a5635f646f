import type { CallKey } from './calls.ts'

/** The names of the parameters in the path of a call. */
export type CallParam<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | CallParam<Rest>
  : Path extends `${string}:${infer Name}?${string}`
    ? Name
    : Path extends `${string}:${infer Name}`
      ? Name
      : never

/** Returns the path of any call, from its method and path, with its parameters. */
export const buildPath = (key: string, params: Readonly<Record<string, string>>): string =>
  key
    .slice(key.indexOf('/'))
    .replace(/\?.*/, '')
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** Returns the path of a call with its parameters: `getPath('GET /api/teams/:teamId/history', { teamId })`. */
export const getPath = <Key extends CallKey>(
  key: Key,
  ...[params]: [CallParam<Key>] extends [never] ? [] : [params: Record<CallParam<Key>, string | number>]
): string =>
  buildPath(
    key,
    Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)])),
  )
