import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/**
 * Writes a Brotli and a gzip file beside each compressible file of the built pages. The server sends the one
 * that the browser accepts.
 */
const folder = 'build/client'
const compressibleFiles = /\.(js|css|svg|json|webmanifest|txt|wasm)$/
const minBytes = 600

const compressFile = async (path: string) => {
  const bytes = await readFile(path)
  if (bytes.length < minBytes) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await Promise.all([
    promisify(brotliCompress)(bytes, { params }).then((smaller) => writeFile(`${path}.br`, smaller)),
    promisify(gzip)(bytes, { level: 9 }).then((smaller) => writeFile(`${path}.gz`, smaller)),
  ])
}

// Node compresses in several threads
await Promise.all(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressibleFiles.test(entry.name))
    .map((entry) => compressFile(join(entry.parentPath, entry.name))),
)
