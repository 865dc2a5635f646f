import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { type FileStore, getUploadPath, type UploadFolder } from '#server/lib/files.ts'

/** Which uploads folder a drawing belongs into, by the beginning of its name. */
const foldersByPrefix: Record<string, UploadFolder> = {
  cover: 'events',
  banner: 'events',
  partner: 'partners',
  flag: 'organizers',
  story: 'site',
}
const types: Record<string, string> = { '.webp': 'image/webp', '.mp4': 'video/mp4' }

/** A drawing as it will be stored: its name carries a hash of its bytes, since a stored name never gets other content. */
export type DemoFile = { folder: UploadFolder; name: string; type: string; bytes: Uint8Array }

/** All drawings of the demo by their own name (`cover-oasis.webp`). `root` is the package's folder. */
export async function readDemoFiles(root: string): Promise<Map<string, DemoFile>> {
  const folder = `${root}/server/db/seed/demo/files`
  const found = new Map<string, DemoFile>()
  for (const name of await readdir(folder)) {
    const home = foldersByPrefix[name.split(/[-.]/)[0] ?? '']
    const ending = extname(name)
    const type = types[ending]
    if (!home || !type) continue
    const bytes = await readFile(`${folder}/${name}`)
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
    found.set(name, { folder: home, name: `demo-${name.slice(0, -ending.length)}-${hash}${ending}`, type, bytes })
  }
  return found
}

/** Stores them all, or none: what was stored before a failure is forgotten again. */
export async function storeDemoFiles(files: FileStore, list: Iterable<DemoFile>): Promise<void> {
  const all = [...list]
  const results = await Promise.allSettled(all.map((file) => files.put(file.folder, file.name, file.bytes, file.type)))
  const failed = results.find((result) => result.status === 'rejected')
  if (!failed) return
  await Promise.allSettled(all.map((file) => files.remove(file.folder, file.name)))
  throw failed.reason
}

/** The stored name of a drawing; a drawing that is not there is a broken package. */
export function getStoredName(found: ReadonlyMap<string, DemoFile>, name: string): string {
  const file = found.get(name)
  if (!file) throw new Error(`The demo's file ${name} is missing`)
  return file.name
}

/** The path of a drawing for a browser. */
export function getStoredPath(found: ReadonlyMap<string, DemoFile>, name: string): string {
  const file = found.get(name)
  if (!file) throw new Error(`The demo's file ${name} is missing`)
  return getUploadPath(file.folder, file.name)
}
