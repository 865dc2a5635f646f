import type { CallKey } from '../calls.ts'

/** The names of the parameters in the path of a call. */
export type CallParam<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | CallParam<Rest>
  : Path extends `${string}:${infer Name}?${string}`
    ? Name
    : Path extends `${string}:${infer Name}`
      ? Name
      : never

type PathParams = Readonly<Record<string, string | number>>

/** Returns the path of any call, from its method and path, with its parameters. */
export const buildPath = (key: string, params: PathParams): string =>
  key
    .slice(key.indexOf('/'))
    .replace(/\?.*/, '')
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** Returns the path of a call with its parameters: `getPath('GET /api/teams/:teamId/history', { teamId })`. */
export const getPath = <Key extends CallKey>(
  key: Key,
  ...[params]: [CallParam<Key>] extends [never] ? [] : [params: Record<CallParam<Key>, string | number>]
): string => buildPath(key, params ?? {})
