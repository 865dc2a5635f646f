import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A throw-away `DATA_DIR`. As root the database is another user's, who has to pass the folder above. */
export const createDataFolder = (name = 'data') => {
  const above = mkdtempSync(join(tmpdir(), 'botola-data-'))
  chmodSync(above, 0o755)
  return { path: join(above, name), above, remove: () => rmSync(above, { recursive: true, force: true, maxRetries: 3 }) }
}
