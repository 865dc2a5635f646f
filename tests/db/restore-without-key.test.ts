import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { getProgram } from '../support/services/program.ts'

it('a restore without the key of the backup leaves neither a new key nor a folder', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'botola-restore-'))
  const folder = join(parent, 'data')
  const { PATH = '' } = process.env
  const env = { PATH, DATA_DIR: folder, BOTOLA_ROOT: resolve('.') }
  const run = promisify(execFile)(process.execPath, [getProgram('db'), 'restore', join(parent, 'backup')], {
    env,
  })
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/needs the key .* SECRET_KEY/),
  })
  expect(existsSync(folder)).toBe(false)
  rmSync(parent, { recursive: true })
})
