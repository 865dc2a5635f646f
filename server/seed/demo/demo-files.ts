import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { getSmallImageName } from '#contract/rules/small-image.ts'
import { type FileStore, getUploadUrlPath, type UploadFolder } from '#server/lib/files.ts'
import { shrinkToSmallImage } from '#server/lib/process-image.ts'
import { createSimulatorDemoFilesByName } from './simulator.ts'

/** The uploads folder of a demo file, by the prefix of its name. */
const foldersByPrefix: Record<string, UploadFolder> = {
  cover: 'events',
  banner: 'events',
  partner: 'partners',
  flag: 'organizers',
  story: 'site',
}
const mediaTypes: Record<string, string> = { '.webp': 'image/webp', '.mp4': 'video/mp4' }

/** A demo file under the name in the file store, which contains a hash of its bytes because the content of a stored file never changes. */
export type DemoFile = { folder: UploadFolder; name: string; type: string; bytes: Uint8Array }

/** Reads the demo files and creates those of the simulator. The keys are their original names (`cover-oasis.webp`); `root` is the folder of the package. */
export async function loadDemoFilesByName(root: string): Promise<Map<string, DemoFile>> {
  const folder = `${root}/server/seed/demo/files`
  const demoFiles = new Map<string, DemoFile>()
  for (const name of await readdir(folder)) {
    const uploadFolder = foldersByPrefix[name.split(/[-.]/)[0] ?? '']
    const extension = extname(name)
    const type = mediaTypes[extension]
    if (!uploadFolder || !type) continue
    const bytes = await readFile(`${folder}/${name}`)
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
    const file: DemoFile = { folder: uploadFolder, name: `demo-${name.slice(0, -extension.length)}-${hash}${extension}`, type, bytes }
    demoFiles.set(name, file)
    const small = name.startsWith('banner-') ? await shrinkToSmallImage(bytes) : undefined
    if (small) demoFiles.set(getSmallImageName(name), { ...file, name: getSmallImageName(file.name), bytes: small })
  }
  for (const [name, file] of createSimulatorDemoFilesByName()) demoFiles.set(name, file)
  return demoFiles
}

/** Stores all files. After an error, removes those that were stored. */
export async function storeDemoFiles(files: FileStore, list: Iterable<DemoFile>): Promise<void> {
  const all = [...list]
  const results = await Promise.allSettled(all.map((file) => files.put(file.folder, file.name, file.bytes, file.type)))
  const failed = results.find((result) => result.status === 'rejected')
  if (!failed) return
  await Promise.allSettled(all.map((file) => files.remove(file.folder, file.name)))
  throw failed.reason
}

/** Returns the stored name of a demo file. Throws when the package does not contain the file. */
export function getStoredFileName(demoFiles: ReadonlyMap<string, DemoFile>, name: string): string {
  const file = demoFiles.get(name)
  if (!file) throw new Error(`The demo file ${name} is missing`)
  return file.name
}

/** Returns the URL path of a demo file. Throws when the package does not contain the file. */
export function getStoredFilePath(demoFiles: ReadonlyMap<string, DemoFile>, name: string): string {
  const file = demoFiles.get(name)
  if (!file) throw new Error(`The demo file ${name} is missing`)
  return getUploadUrlPath(file.folder, file.name)
}
