import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates a temporary `DATA_DIR`. For root, the user of the database must be able to enter the folder above.
 */
export const createDataFolder = (name = 'data') => {
  const above = mkdtempSync(join(tmpdir(), 'botola-data-'))
  chmodSync(above, 0o755)
  return {
    path: join(above, name),
    above,
    remove: () => rmSync(above, { recursive: true, force: true, maxRetries: 3 }),
  }
}
