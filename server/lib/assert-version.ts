import { AppError } from './app-error.ts'

/** Throws `stale-version` with the current record in its details when `version` is not the stored one. An edit without a version is always accepted. */
export const assertVersion = async (
  version: number | undefined,
  stored: { version: number },
  current: () => unknown | Promise<unknown>,
): Promise<void> => {
  if (version !== undefined && version !== stored.version) throw new AppError('stale-version', [], { current: await current() })
}
